"""The server under load and under attack: requests a second, latencies, memory, and what hostile clients achieve.

    python tests/bench/bench_serve.py [load] [connections] [memory] [hostile] [--seconds 10]
        [--repeats 3] [--requests 100000] [--wrk PATH]

``load`` needs wrk (in Debian the package of that name). It measures, turn by turn, the library (one thread, batches of 16, made
into the same lines of JSON) and a server with one thread that is asked for the same sentences, 16 a request, by four clients that
never pause: wall clock and processor time of each sentence. Then requests come at half the rate it could answer, whether or not
those before are answered, and times count from when each was due. ``connections`` sends single short sentences over 1, 8 and 64
connections, and counts what is refused. ``memory`` sends single sentences and looks at the server's
memory. ``hostile`` does what no client should, all at once, and shows what came back, and that others are answered all the while.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from urllib.request import urlopen

import psutil
from bench_starter import news, prose
from common import circumstances

import paragen
from paragen.io.formats import Style, answerer
from paragen.io.records import Record
from paragen.settings.request import Request

WHAT = ["load", "connections", "memory", "hostile"]
BATCH = 16
CLIENTS = 4
_SCRIPT = """
local bodies = {}
for line in io.lines("%s") do bodies[#bodies + 1] = line end
local next = 0
request = function()
  next = next %% #bodies + 1
  return wrk.format("POST", "/v1/paraphrase", {["Accept"] = "application/jsonl"}, bodies[next])
end
"""


class Served:
    """A server in a process of its own."""

    def __init__(self, process: subprocess.Popen[str], url: str) -> None:
        self.url, self.port, self.process = url, int(url.rpartition(":")[2]), psutil.Process(process.pid)

    def cpu(self) -> float:
        times = self.process.cpu_times()
        return times.user + times.system

    def megabytes(self) -> float:
        return self.process.memory_info().rss / 1e6

    def counted(self, name: str) -> float:
        text = urlopen(f"{self.url}/metrics").read().decode()
        return sum(float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(name))


@contextmanager
def serving(*options: str) -> Iterator[Served]:
    command = [sys.executable, "-m", "paragen", "serve", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield Served(process, process.stdout.readline().strip())
        finally:
            process.terminate()
            process.wait()


def batches(lines: list[str], size: int) -> list[str]:
    return [json.dumps({"texts": lines[i : i + size]}) for i in range(0, len(lines) - size + 1, size)]


def hammered(wrk: str, served: Served, bodies: list[str], seconds: float, clients: int) -> str:
    """What wrk says of a server that clients ask without pause."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "bodies").write_text("\n".join(bodies) + "\n", encoding="utf-8")
        script = Path(folder) / "script.lua"
        script.write_text(_SCRIPT % (Path(folder) / "bodies"))
        command = [wrk, "-t1", f"-c{clients}", f"-d{seconds:g}s", "--timeout", "60s", "-s", str(script), served.url]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def of_library(paraphraser: paragen.Paraphraser, lines: list[str], seconds: float) -> tuple[float, float]:
    """Wall clock and processor seconds a sentence of the library, in batches made into lines of JSON."""
    answers, done, wall, cpu = answerer(paraphraser, Style("jsonl", False), {"n": 1}), 0, time.perf_counter(), time.process_time()
    while time.perf_counter() < wall + seconds:
        begin = done % (len(lines) - BATCH)
        "".join(answers([Record(i, "\n", Request(line), {}) for i, line in enumerate(lines[begin : begin + BATCH])])).encode()
        done += BATCH
    return (time.perf_counter() - wall) / done, (time.process_time() - cpu) / done


def load(wrk: str, lines: list[str], seconds: float, repeats: int) -> None:
    paraphraser, bodies = paragen.load(), batches(lines, BATCH)
    paraphraser.rewrite_batch(lines[:500])
    rows = []
    with serving("--threads", "1") as served:
        hammered(wrk, served, bodies, 2, CLIENTS)
        for _ in range(repeats):
            wall, cpu = of_library(paraphraser, lines, seconds)
            before, sentences = served.cpu(), served.counted("paragen_sentences_total")
            said = hammered(wrk, served, bodies, seconds, CLIENTS)
            sentences = served.counted("paragen_sentences_total") - sentences
            rate = float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1])  # type: ignore[index]
            assert "Non-2xx" not in said and "Socket errors" not in said, said
            rows.append((1 / wall, BATCH * rate, BATCH * rate * wall, cpu / ((served.cpu() - before) / sentences)))
            library, server, ratio, by_cpu = rows[-1]
            print(f"sentences/s: library {library:.0f}, server {server:.0f}, ratio {ratio:.2f}; by processor time {by_cpu:.2f}")
        for column, name in ((2, "ratio"), (3, "by processor time")):
            print(f"{name}: median {median(row[column] for row in rows):.2f}, lowest {min(row[column] for row in rows):.2f}")
        rate = sum(row[1] for row in rows) / len(rows) / BATCH / 2
        times = asyncio.run(_paced(served, bodies, rate, seconds))
    for share in (0.5, 0.9, 0.99):
        print(f"half load ({rate:.0f} requests/s of {BATCH}): p{100 * share:.0f} {1000 * times[int(share * len(times))]:.0f} ms")


async def _paced(served: Served, bodies: list[str], rate: float, seconds: float) -> list[float]:
    """Seconds from when each request was due until its answer was there, sorted; they come at a steady rate."""
    times: list[float] = []
    idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def ask(body: bytes, due: float) -> None:
        reader, writer = idle.pop() if idle else await asyncio.open_connection("127.0.0.1", served.port)
        head = f"POST /v1/paraphrase HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in answer, answer
        await reader.readexactly(int(re.search(rb"content-length: (\d+)", answer)[1]))  # type: ignore[index]
        times.append(time.perf_counter() - due)
        idle.append((reader, writer))

    begin, tasks = time.perf_counter(), []
    for number in range(int(rate * seconds)):
        due = begin + number / rate
        await asyncio.sleep(max(0, due - time.perf_counter()))
        tasks.append(asyncio.create_task(ask(bodies[number % len(bodies)].encode(), due)))
    await asyncio.gather(*tasks)
    for _, writer in idle:
        writer.close()
    return sorted(times)


def connections(wrk: str, lines: list[str], seconds: float) -> None:
    bodies = batches([line for line in lines if len(line) < 60] or lines, 1)
    with serving("--threads", "1") as served:
        hammered(wrk, served, bodies, 2, CLIENTS)
        for clients in (1, 8, 64):
            cpu, asked = served.cpu(), served.counted("paragen_requests_total")
            said = hammered(wrk, served, bodies, seconds, clients)
            cpu, asked = served.cpu() - cpu, served.counted("paragen_requests_total") - asked
            rate = float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1])  # type: ignore[index]
            refused = re.search(r"Non-2xx or 3xx responses: (\d+)", said)
            share = 100 * int(refused[1]) / asked if refused else 0.0
            each = f"{1000 * cpu / asked:.2f} ms of processor time each"
            print(f"{clients} connections: {rate:.0f} requests/s, {each}, {share:.1f} % refused")


def memory(wrk: str, lines: list[str], requests: int) -> None:
    bodies = batches([line for line in lines if len(line) < 60] or lines, 1)
    with serving() as served:
        print(f"memory at the start: {served.megabytes():.0f} MB")
        while (done := served.counted("paragen_requests_total")) < requests:
            hammered(wrk, served, bodies, 10, 8)
            print(f"after {done:,.0f} requests: {served.megabytes():.1f} MB", flush=True)
        print(f"after {done:,.0f} requests: {served.megabytes():.1f} MB")


def hostile(lines: list[str]) -> None:
    """Attack a server in all ways at once; ask it as a good client meanwhile."""
    body = json.dumps({"texts": lines[:BATCH]}).encode()
    with serving("--threads", "1", "--max-connections", "1200") as served:
        before = served.megabytes()
        expected = _asked(served, body)
        attacks: dict[str, Callable[[Served], bytes]] = {
            "1,000 silent connections": lambda s: _many(s, 1000),
            "body of 100 MB, announced": lambda s: _spoken(s, _head(100_000_000), b" " * (1 << 20), 100),
            "body of 100 MB, in chunks": lambda s: _spoken(
                s, _head(None), b"100000\r\n" + b" " * (1 << 20) + b"\r\n", 100),
            "headers without end": lambda s: _spoken(s, b"GET / HTTP/1.1\r\nX: ", b"a" * 10_000, 1000),
            "a header every second": lambda s: _spoken(s, b"GET / HTTP/1.1\r\n", b"X: y\r\n", 60, 1.0),
            "a byte of the body every second": lambda s: _spoken(s, _head(1000), b" ", 60, 1.0),
            "500 that leave in the middle of the body": lambda s: _leaving(s, _head(len(body)) + body[:-5], 500),
            "500 that leave before the answer": lambda s: _leaving(s, _head(len(body)) + body, 500),
            "an answer of megabytes that nobody reads": lambda s: _unread(s, lines),
            "deep JSON": lambda s: _spoken(s, _head(1_000_000), b"[" * 1_000_000, 1),
            "not HTTP": lambda s: _spoken(s, b"\x16\x03\x01" * 100, b"", 0),
            "a foreign Host": lambda s: _spoken(s, b"GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n", b"", 0),
            "a foreign Origin": lambda s: _spoken(
                s, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n\r\n", b"", 0),
        }  # fmt: skip
        found: dict[str, bytes] = {}

        def run(name: str) -> None:
            found[name] = attacks[name](served)

        threads = [threading.Thread(target=run, args=[name]) for name in attacks]
        for thread in threads:
            thread.start()
        times, refused, wrong = [], 0, 0
        while any(thread.is_alive() for thread in threads):
            begin = time.perf_counter()
            status, answer = _asked(served, body)
            times.append(time.perf_counter() - begin)
            refused += status == 429
            wrong += status not in (200, 429) or (status == 200 and answer != expected[1])
            time.sleep(0.2)
        for name in attacks:
            print(f"{name}: {_shown(found[name])}")
        print(f"good requests meanwhile: {len(times)}, of which 429: {refused}, wrong: {wrong}; longest {max(times):.2f} s")
        print(f"after: {'answers as before' if _asked(served, body) == expected else 'ANSWERS OTHERWISE'}, memory "
              f"{before:.0f} -> {served.megabytes():.0f} MB, waiting {served.counted('paragen_waiting'):.0f}, "
              f"bodies held {served.counted('paragen_body_bytes'):.0f} bytes")


def _asked(served: Served, body: bytes) -> tuple[int, bytes]:
    answer = _spoken(served, _head(len(body), "Connection: close\r\n") + body, b"", 0)
    head, _, content = answer.partition(b"\r\n\r\n")
    return int(head.split(b" ")[1]) if head else 0, content


def _head(length: int | None, more: str = "") -> bytes:
    size = "Transfer-Encoding: chunked" if length is None else f"Content-Length: {length}"
    return f"POST /v1/paraphrase HTTP/1.1\r\nHost: localhost\r\n{more}{size}\r\n\r\n".encode()


def _connected(served: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.port), timeout=90)


def _spoken(served: Served, first: bytes, again: bytes, times: int, pause: float = 0.0) -> bytes:
    """Send something, then something else again and again; return what came back."""
    with _connected(served) as connection:
        try:
            connection.sendall(first)
            for _ in range(times):
                time.sleep(pause)
                connection.sendall(again)
        except OSError:
            pass  # it has had enough
        return _received(connection)


def _received(connection: socket.socket) -> bytes:
    parts = []
    try:
        while part := connection.recv(1 << 16):
            parts.append(part)
    except OSError:
        parts.append(b"(reset)" if not parts else b"")
    return b"".join(parts)


def _many(served: Served, number: int) -> bytes:
    connections = [_connected(served) for _ in range(number)]
    answers = Counter(_shown(_received(connection)) for connection in connections)
    for connection in connections:
        connection.close()
    return str(dict(answers)).encode()


def _leaving(served: Served, data: bytes, number: int) -> bytes:
    for _ in range(number):
        with _connected(served) as connection:
            connection.sendall(data)
    return b"(left)"


def _unread(served: Served, lines: list[str]) -> bytes:
    body = json.dumps({"texts": lines[:60], "n": 50}).encode()
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", served.port))
        connection.sendall(_head(len(body)) + body)
        time.sleep(40)
        connection.settimeout(30)
        return f"closed after {len(_received(connection)):,} bytes".encode()


def _shown(answer: bytes) -> str:
    text = answer.decode("utf-8", "replace")
    status = re.match(r"HTTP/1.1 (\d+)", text)
    message = re.search(r'"message": "(.*?)"\}', text)
    return f"{status[1]} {message[1] if message else ''}"[:150] if status else text[:200]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", nargs="*", choices=[*WHAT, []], default=WHAT)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--wrk", default=shutil.which("wrk"))
    given = parser.parse_args()
    print(circumstances())
    lines = (news() or prose())[:2000]
    if given.wrk is None and {"load", "connections", "memory"} & set(given.what):
        sys.exit("wrk is not there: apt-get install wrk, or --wrk PATH")
    if "load" in given.what:
        load(given.wrk, lines, given.seconds, given.repeats)
    if "connections" in given.what:
        connections(given.wrk, lines, given.seconds)
    if "memory" in given.what:
        memory(given.wrk, lines, given.requests)
    if "hostile" in given.what:
        hostile(lines)


if __name__ == "__main__":
    main()
