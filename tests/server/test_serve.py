"""The verb: its options, its models, and how it ends."""

from __future__ import annotations

import os
import signal
import socket

import httpx
from command_line import paragen, started


def test_serving_until_sigterm(english_model, tmp_path):
    (tmp_path / "token").write_text("from-a-file\n")
    (tmp_path / "keep").write_text("big\n")
    serving = started(
        "serve", "-m", f"ours={english_model}", "-m", english_model, "--port", "0", "--token-file", tmp_path / "token",
        "--keep-file", tmp_path / "keep", "--max-n", "2", "--floor", "phrases=-1", "--stack", "7", "--beam-threshold", "0.001",
        env={**os.environ, "PARAGEN_TOKEN": "from-the-environment"},
    )  # fmt: skip
    url = serving.stdout.readline().strip()
    headers = {"Authorization": "Bearer from-a-file"}
    with httpx.Client(base_url=url, headers=headers, timeout=60, trust_env=False) as client:
        ours, other = client.get("/v1/models").json()["models"]
        assert (ours["name"], other["name"], ours["inflects"], ours["min_confidence"]) == ("ours", "model", True, None)
        assert ",phrases=-1|stack:7|beam_threshold:0.001|" in ours["signature"]
        answer = client.post("/v1/paraphrase", json={"text": "A big house.", "n": 2}).json()
        assert [record["text"] for record in answer["results"][0]] == ["A big building.", "A big house."]
        assert client.post("/v1/paraphrase", json={"text": "a", "n": 3}).status_code == 422
        serving.send_signal(signal.SIGTERM)  # with a connection still open
        out, err = serving.communicate()
    assert (serving.returncode, out) == (0, "")
    assert err == "paragen: models: ours, model; Ctrl-C ends\n"


def test_what_cannot_be_served(english_model, tmp_path, monkeypatch):
    def refused(*args):
        done = paragen("serve", *args, cwd=tmp_path)
        assert done.returncode in (1, 2) and not done.stdout
        return done.stderr

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert refused("--port", port) == (
            f"paragen: --port: {port} is in use. Does it run already? Otherwise choose another port, or 0 for any free one.\n"
        )
    elsewhere = "paragen: --host: 192.0.2.1 is not an address of this machine. Leave it out for 127.0.0.1.\n"
    assert refused("--host", "192.0.2.1", "--port", 0) == elsewhere
    assert "'model' is given twice" in refused("-m", english_model, "-m", english_model, "--port", 0)
    (tmp_path / "empty").write_text("\n")
    assert refused("--token-file", "empty") == "paragen: empty: found no token on its first line, expected one.\n"
    assert "No such file" in refused("--token-file", "none")
    assert refused("--origin", "example.org").startswith("paragen: origin: found 'example.org', expected SCHEME://HOST[:PORT]")
    monkeypatch.setenv("PARAGEN_TOKEN", "")
    assert "Is PARAGEN_TOKEN a variable without a value?" in refused("--token", "")
