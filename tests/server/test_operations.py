"""Health, metrics, and faults of the server's own."""

from __future__ import annotations

import asyncio
import builtins
import logging
import re
from pathlib import Path

import pytest

import paragen
from paragen.server.metrics import Measured, Metrics, resident_bytes

from .running import message, running

SAMPLE = re.compile(r'[a-z_]+(\{[a-z]+="[^"\\]*"(,[a-z]+="[^"\\]*")*\})? [0-9.e+-]+')


def test_the_text_of_metrics():
    metrics = Metrics()
    assert metrics.text() == ""
    for _ in range(2):
        metrics.count("paragen_sentences_total", 3, model='a\\b"c\nd')
    metrics.count("paragen_requests_total", route="/a", status="200")
    metrics.gauge("paragen_running", lambda: 2)
    for seconds in (0.5, 45.25, 0.5):
        metrics.time("/a", seconds)
    buckets = "".join(
        f'paragen_request_seconds_bucket{{route="/a",le="{bound}"}} {count}\n'
        for bound, count in (
            (0.005, 0), (0.01, 0), (0.025, 0), (0.05, 0), (0.1, 0), (0.25, 0), (0.5, 2), (1.0, 2), (2.5, 2), (5.0, 2), (10.0, 2),
            (30.0, 2), ("+Inf", 3),
        )
    )  # fmt: skip
    assert metrics.text() == (
        "# HELP paragen_requests_total Answers by route and status.\n"
        "# TYPE paragen_requests_total counter\n"
        'paragen_requests_total{route="/a",status="200"} 1\n'
        "# HELP paragen_sentences_total Sentences answered, by model.\n"
        "# TYPE paragen_sentences_total counter\n"
        'paragen_sentences_total{model="a\\\\b\\"c\\nd"} 6\n'
        "# HELP paragen_request_seconds From the headers of a request to the end of its answer.\n"
        "# TYPE paragen_request_seconds histogram\n"
        f'{buckets}paragen_request_seconds_sum{{route="/a"}} 46.25\n'
        'paragen_request_seconds_count{route="/a"} 3\n'
        "# HELP paragen_running Requests that a thread works on.\n"
        "# TYPE paragen_running gauge\n"
        "paragen_running 2\n"
    )


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux")
def test_the_memory_in_use(monkeypatch):
    [line] = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS:")]
    assert resident_bytes() == pytest.approx(int(line.split()[1]) * 1024, rel=0.1)

    def fail(*_, **__):
        raise FileNotFoundError

    monkeypatch.setattr(builtins, "open", fail)
    assert resident_bytes() == 0, "where the system does not say"


def test_requests_are_counted_whatever_becomes_of_them():
    metrics = Metrics()

    async def app(scope, receive, send):
        assert receive == "receive"
        if scope.get("status"):
            await send({"type": "http.response.start", "status": scope["status"]})
            await send({"type": "http.response.body"})
        if scope["type"] == "http":
            raise ZeroDivisionError

    async def send(message):
        sent.append(message["type"])

    async def run():
        await Measured(app, metrics)({"type": "lifespan", "status": 1}, "receive", send)
        for more in ({}, {"status": 418}):
            with pytest.raises(ZeroDivisionError):
                await Measured(app, metrics)({"type": "http", **more}, "receive", send)

    sent: list[str] = []
    asyncio.run(run())
    assert sent == ["http.response.start", "http.response.body"] * 2
    lines = metrics.text().splitlines()
    assert [line for line in lines if line.startswith("paragen_requests_total")] == [
        'paragen_requests_total{route="none",status="500"} 1', 'paragen_requests_total{route="none",status="418"} 1',
    ]  # fmt: skip
    assert 'paragen_request_seconds_bucket{route="none",le="30.0"} 2' in lines
    assert 'paragen_request_seconds_count{route="none"} 2' in lines


def test_metrics_are_in_prometheus_format_and_count(english_model):
    model = paragen.load(english_model)
    with running({'odd"name': model}) as server:
        server.post("/v1/paraphrase", texts=["A big house.", "b", "c"])
        server.post("/v1/paraphrase", text=5)
        server.client.get("/made/up")
        response = server.client.get("/metrics")
    assert response.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = response.text.splitlines()
    samples = [line for line in lines if not line.startswith("# ")]
    assert all(SAMPLE.fullmatch(line.replace('odd\\"name', "odd")) for line in samples)
    assert 'paragen_sentences_total{model="odd\\"name"} 3' in samples
    told = f'checksum="{model.model.signature}",version="{paragen.__version__}"'
    assert f'paragen_model_info{{model="odd\\"name",{told}}} 1' in samples and 'paragen_body_bytes 0' in samples
    assert 'paragen_refusals_total{reason="schema"} 1' in samples
    assert 'paragen_requests_total{route="/v1/paraphrase",status="200"} 1' in samples
    assert 'paragen_requests_total{route="/v1/paraphrase",status="422"} 1' in samples
    assert 'paragen_requests_total{route="none",status="404"} 1' in samples, "routes that clients make up are not kept"
    assert 'paragen_request_seconds_bucket{route="/v1/paraphrase",le="+Inf"} 2' in samples
    assert 'paragen_request_seconds_count{route="/v1/paraphrase"} 2' in samples
    assert len([line for line in lines if line.startswith("# TYPE paragen_requests_total counter")]) == 1
    assert int(next(line for line in samples if line.startswith("process_resident_memory")).split()[1]) > 1_000_000


def test_a_fault_of_the_server_is_logged_and_not_told(english_model, caplog):
    def broken(requests, options):
        raise LookupError("of the server")

    with running(paragen.load(english_model, scorers={"broken": broken})) as server, caplog.at_level(logging.ERROR):
        response = server.post("/v1/paraphrase", text="A big house.")
        assert response.status_code == 500
        assert message(response) == "an error of the server, not of the request; its log says which."
        assert server.client.get("/healthz").json() == {"status": "ok", "version": paragen.__version__}
        metrics = server.client.get("/metrics").text
    assert "LookupError" in caplog.text and "of the server" in caplog.text  # however others have the log written
    assert 'paragen_requests_total{route="/v1/paraphrase",status="500"} 1' in metrics
