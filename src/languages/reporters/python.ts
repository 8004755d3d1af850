import type { ReporterOptions } from '../runner.ts';

/** Nobody who wrote the project knew the name: a module of the project's own would be found first. */
export function pythonModule(kind: 'channel' | 'reporter', { key }: Pick<ReporterOptions, 'key'>): string {
  return `orchestral_${kind}_${key}`;
}

/** What the plugin and the runner below report through; it takes what it needs before code of the project has run. */
export function pythonChannel({ pipe, key, folder }: ReporterOptions): string {
  return `import json, os, sys
_dumps, _write, _open, _real = json.dumps, os.write, os.open, os.path.realpath
_KEY, _PIPE, _ROOT = ${python(key)}, ${python(pipe)}, _real(${python(folder)}) + os.sep
_LONGEST = 4096
_fd = None


def send(**line):
    global _fd
    try:
        if _fd is None:
            _fd = _open(_PIPE, os.O_WRONLY)
        line["key"] = _KEY
        data = (_dumps(line) + "\\n").encode()
        if len(data) > _LONGEST and "test" in line:
            test = dict(line["test"])
            test["names"] = [name[:60] for name in test["names"][:8]]
            test["reason"] = (test.get("reason") or "")[:250]
            line["test"] = test
            data = (_dumps(line) + "\\n").encode()
        _write(_fd, data)
    except OSError:
        pass


def send_loaded():
    send(measures=True)
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if not isinstance(file, str):
            continue
        place = _real(file)
        if place.startswith(_ROOT) and "site-packages" not in place:
            send(loaded=[place[len(_ROOT):].replace(os.sep, "/")])
`;
}

/** Of what JSON writes, Python reads all but the halves of characters as the same text. */
function python(text: string): string {
  return JSON.stringify(text);
}

export const pytestPlugin = (channel: string): string => `import os
import pytest
from ${channel} import send, send_loaded

_state = {}


def _is_worker(config):
    return hasattr(config, "workerinput")


def _place(config, nodeid):
    head, bracket, rest = nodeid.partition("[")
    file, *names = head.split("::")
    if names and bracket:
        names[-1] += bracket + rest
    return os.path.join(str(config.rootpath), file), names


def _tell(config, report, status):
    file, names = _place(config, report.nodeid)
    reason = str(report.longreprtext)[-2500:] if status == "failed" else None
    send(done=1 if names else 0, test={"file": file, "names": names, "status": status, "reason": reason})


class Reporter:
    def __init__(self, config):
        self.config = config
        self.planned = False

    def pytest_collection_finish(self, session):
        if session.items:
            self.planned = True
            send(plan=len(session.items))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node, ids):
        if not self.planned:
            self.planned = True
            send(plan=len(ids))

    def pytest_collectreport(self, report):
        if report.outcome in ("failed", "skipped"):
            _tell(self.config, report, report.outcome)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report):
        known = _state.get(report.nodeid)
        if report.outcome == "rerun":
            _state[report.nodeid] = "rerun"
        elif report.outcome == "failed" and known != "failed":
            _state[report.nodeid] = "failed"
            _tell(self.config, report, "failed")
        elif report.outcome == "skipped" and known is None:
            _state[report.nodeid] = "skipped"
        elif report.when == "call" and report.outcome == "passed":
            _state.setdefault(report.nodeid, "passed")
        if report.when == "teardown":
            state = _state.pop(report.nodeid, None)
            if state in ("passed", "skipped"):
                _tell(self.config, report, state)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session, exitstatus):
        send_loaded()
        send(end=True)


class Worker:
    def pytest_sessionfinish(self, session):
        send_loaded()


def pytest_configure(config):
    plugin = Worker() if _is_worker(config) else Reporter(config)
    config.pluginmanager.register(plugin, "orchestral-reporter")
`;

export const unittestRunner = (channel: string): string => `import os, sys, traceback, unittest
from ${channel} import send, send_loaded

__unittest = True


def _place(test):
    module = sys.modules.get(type(test).__module__)
    if type(test).__name__ == "_FailedTest":
        name = test._testMethodName
        for part in (test.id().split("_FailedTest.", 1)[-1], name):
            file = part.replace(".", "/") + ".py"
            if os.path.exists(file):
                return os.path.abspath(file), []
        return None, [name]
    if not hasattr(test, "_testMethodName"):
        return None, [str(test)]
    file = getattr(module, "__file__", None)
    return file and os.path.abspath(file), [type(test).__qualname__, test._testMethodName]


class Result(unittest.TextTestResult):
    def _tell(self, test, status, reason=None, more=()):
        file, names = _place(test)
        if status == "failed":
            self._orchestral_failed = test
        send(test={"file": file, "names": [*names, *more], "status": status, "reason": reason and reason[-2500:]})

    def startTest(self, test):
        self._orchestral_failed = None
        super().startTest(test)

    def stopTest(self, test):
        send(done=1)
        super().stopTest(test)

    def addSuccess(self, test):
        self._tell(test, "passed")
        super().addSuccess(test)

    def addError(self, test, err):
        self._tell(test, "failed", "".join(traceback.format_exception(*err)))
        super().addError(test, err)

    def addFailure(self, test, err):
        self._tell(test, "failed", "".join(traceback.format_exception(*err)))
        super().addFailure(test, err)

    def addSkip(self, test, reason):
        self._tell(getattr(test, "test_case", test), "skipped")
        super().addSkip(test, reason)

    def addExpectedFailure(self, test, err):
        self._tell(test, "skipped")
        super().addExpectedFailure(test, err)

    def addUnexpectedSuccess(self, test):
        self._tell(test, "failed", "unexpected success")
        super().addUnexpectedSuccess(test)

    def addSubTest(self, test, subtest, err):
        if err is not None:
            reason = "".join(traceback.format_exception(*err))
            self._tell(test, "failed", reason, [subtest._subDescription()])
        super().addSubTest(test, subtest, err)


class Runner(unittest.TextTestRunner):
    resultclass = Result

    def run(self, test):
        send(plan=test.countTestCases())
        result = super().run(test)
        send_loaded()
        send(end=True)
        return result


unittest.main(module=None, argv=["python -m unittest", *sys.argv[1:]], testRunner=Runner)
`;
