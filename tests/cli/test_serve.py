"""``paragen serve`` in the process of the test: what it says, and its options; `tests/server` asks it more."""

from __future__ import annotations

import os
import signal
import threading
from typing import Any

import click
import httpx
import pytest
from command_line import paragen

for package in ("fastapi", "uvicorn", "httptools", "sentencex"):
    pytest.importorskip(package)


@pytest.fixture
def serve(english_model, tmp_path, monkeypatch):
    """A function that runs the verb until some requests, by path, are answered; gives status codes and answers, and the run."""
    (tmp_path / "english").symlink_to(english_model)

    def run(*args: object, requests: list[tuple[str, dict[str, Any]]], token: str):
        found = []

        def ask(url: str) -> None:
            try:
                with httpx.Client(trust_env=False, timeout=20, headers={"Authorization": f"Bearer {token}"}) as client:
                    for path, data in requests:
                        answer = client.post(url.strip() + path, json=data)
                        found.append((answer.status_code, answer.json()))
            finally:
                os.kill(os.getpid(), signal.SIGINT)

        def echo(message: Any = None, **more: Any) -> None:
            original(message, **more)
            if str(message).startswith("http"):
                threading.Thread(target=ask, args=[message]).start()

        original = click.echo
        monkeypatch.setattr(click, "echo", echo)
        return found, paragen("serve", "--port", 0, *args, cwd=tmp_path)

    return run


def test_use_table(serve, tmp_path):
    (tmp_path / "own.csv").write_text("big,huge\n")
    text = ("/v1/paraphrase", {"text": "A big car"})
    for name in ("own", "thesaurus"):
        options = ("--table", "own=own.csv", "--use-table", name, "--weight", "edit=9")
        found, done = serve("-m", "english", *options, requests=[text], token="any")
        assert done.returncode == 0, done.stderr
        assert {edit["table"] for edit in found[0][1]["results"][0][0]["edits"]} == {name}
    done = paragen("serve", "-m", "english", "--port", 0, "--use-table", "nothing", cwd=tmp_path)
    assert done.returncode == 2 and "nothing" in done.stderr and "--use-table" in done.stderr


def test_models_limits_and_token(serve, english_model, tmp_path):
    (tmp_path / "token").write_text(" sesame \nno token\n")
    text = ("/v1/paraphrase", {"text": "A big car", "n": 2})
    limits = ("--max-n", 2, "--max-texts", 1, "--max-characters", 30, "--max-text-characters", 20, "--max-body", 100)
    found, done = serve(
        "-m", "english", "-m", "second=english", *limits, "--threads", 1, "--token-file", "token", "--weight", "edit=-9",
        requests=[
            text, ("/v1/paraphrase", {"text": "A big car", "n": 3}), ("/v1/paraphrase", {"texts": ["a", "b"]}),
            ("/v1/paraphrase", {"text": "A big car " * 3}), ("/v1/paraphrase", {"text": "A big car " * 10}),
            ("/v1/paraphrase", {"text": "big", "model": "second"}), ("/v1/paraphrase", {"text": "big", "model": "third"}),
        ],
        token="sesame",
    )  # fmt: skip
    assert done.returncode == 0 and done.stdout.startswith("http://127.0.0.1:"), done.stderr
    assert done.stderr == "paragen: models: english, second; Ctrl-C ends\n"
    assert [(status, answer["model"] if status == 200 else answer["error"]["message"]) for status, answer in found] == [
        (200, "english"), (422, "n: found 3, expected 2 or less."),
        (413, "texts: found 2, expected 1 or fewer. Send several requests."),
        (413, "text: found 30 characters, expected 20 or fewer. Split it into sentences."),
        (413, "body: found 111 bytes, expected 100 or fewer. Send the texts in several requests."),
        (200, "second"), (404, "model: there is no model 'third'. The models are english, second."),
    ]  # fmt: skip
    assert [each["text"] for each in found[0][1]["results"][0]] == ["A big car", "A large car"]


def test_without_a_model_it_is_the_starter_pack():
    done = paragen("serve", "--port", 0, "--weight", "edits=1")
    assert (done.returncode, "there is no feature 'edits'; the features are: lm, " in done.stderr) == (2, True)
