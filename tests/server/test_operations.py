"""Health, metrics, and faults of the server's own."""

from __future__ import annotations

import logging
import re

import paragen

from .running import message, running

SAMPLE = re.compile(r'[a-z_]+(\{[a-z]+="[^"\\]*"(,[a-z]+="[^"\\]*")*\})? [0-9.e+-]+')


def test_metrics_are_in_prometheus_format_and_count(english_model):
    with running({'odd"name': paragen.load(english_model)}) as server:
        server.post("/v1/paraphrase", texts=["A big house.", "b", "c"])
        server.post("/v1/paraphrase", text=5)
        server.client.get("/made/up")
        response = server.client.get("/metrics")
    assert response.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = response.text.splitlines()
    samples = [line for line in lines if not line.startswith("# ")]
    assert all(SAMPLE.fullmatch(line.replace('odd\\"name', "odd")) for line in samples)
    assert 'paragen_sentences_total{model="odd\\"name"} 3' in samples
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
