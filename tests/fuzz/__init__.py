"""Fuzzers: inputs that nobody thought of, made at random, by the thousand.

What must hold, whatever comes in: an exit code of 0, 1 or 2, a sentence for the person and no traceback; no file changed unless
the exit code is 0; ten seconds and 500 MB at most (`tests.fuzz.judge`).

| module | changes | by |
|---|---|---|
| `test_cells` | cells, names and sheets of a played workbook, through the ``Book`` port; then the commands | Hypothesis |
| `test_json` | a tournament's JSON; then ``import``, ``check``, ``export`` | Hypothesis |
| `test_rulebooks` | the lines of a regulation's TOML; then ``new`` | Hypothesis |
| `test_lists` | the CSV lists of players, seats, statuses, names; lists of entrants in any shape | Hypothesis, plain loop |
| `test_mail` | what stands in a mail's draft, read back by Python's own reader | Hypothesis |
| `test_packages` | the bytes, the XML and the parts of workbooks and referti; then the command line | plain loop |
| `test_surroundings` | names of files, rights, links, variables, locales, closed streams, full disks | plain loop |
| `test_kills` | the moment at which a command is killed | plain loop |

Hypothesis where an example is a short list of edits and a command takes milliseconds: it cuts a failure down to the one edit that
matters. A plain loop where an example is a file and a process: cutting it down would cost more than reading it, and a mutation's
name says what it did. Coverage-guided fuzzing (atheris) was left out: it instruments CPython's bytecode, needs a compiler for the
Python in use, and the limits here are of meaning, not of branches in a parser; the parsers are expat, zlib, msgspec, tomllib.

`make test` tries a few of each, with a fresh seed every time; the seed stands in the head of the run and in every failure.
``BANGXL_FUZZ_SEED=… make pytest PYTEST_ARGS=tests/fuzz`` does the same again. `make soak` tries 20,000.
What was found became a test of its own, where it belongs.
"""
