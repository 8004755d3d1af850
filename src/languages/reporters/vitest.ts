/** For Vitest 3 and later as results come; before that, all at the end. */
export const VITEST_REPORTER = `import { createRequire } from 'node:module';
const { send, noteFile } = createRequire(import.meta.url)('./channel.cjs');
const text = (error) => String(error?.stack ?? error?.message ?? error).slice(0, 2500);

export default class {
  onInit(vitest) {
    this.vitest = vitest;
  }
  onTestRunStart(specifications) {
    this.streams = true;
    send({ plan: specifications.length });
  }
  onTestModuleCollected(module) {
    let count = 0;
    for (const _ of module.children.allTests()) count++;
    send({ plan: count });
  }
  onTestCaseResult(test) {
    const names = [test.name];
    for (let at = test.parent; at?.type === 'suite'; at = at.parent) names.unshift(at.name);
    const { state, errors } = test.result();
    const status = state === 'passed' || state === 'failed' ? state : 'skipped';
    const reason = status === 'failed' ? errors?.map(text).join('\\n\\n').slice(0, 2500) : undefined;
    send({ done: 1, test: { file: test.module.moduleId, names, status, reason } });
  }
  onTestModuleEnd(module) {
    const failed = module.state() === 'failed' && ![...module.children.allTests('failed')].length;
    if (!failed) return void send({ done: 1 });
    const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => [...suite.errors()])];
    const reason = errors.map(text).join('\\n\\n').slice(0, 2500);
    send({ done: 1, test: { file: module.moduleId, names: [], status: 'failed', reason } });
  }
  onTestRunEnd() {
    this.noteModules();
    send({ end: true });
  }
  onFinished(files = []) {
    if (this.streams) return;
    const tell = (task, file, outer) => {
      const names = task.type === 'suite' && task.filepath !== undefined ? outer : [...outer, task.name];
      if (task.tasks !== undefined) for (const inner of task.tasks) tell(inner, file, names);
      const state = task.result?.state;
      const isLeaf = task.tasks === undefined;
      const isOwnFault = !isLeaf && state === 'fail' && task.result?.errors?.length > 0;
      if (!isLeaf && !isOwnFault) return;
      const status = state === 'pass' ? 'passed' : state === 'fail' ? 'failed' : 'skipped';
      send({ test: { file, names, status, reason: task.result?.errors?.map(text).join('\\n\\n').slice(0, 2500) } });
    };
    for (const file of files) tell(file, file.filepath, []);
    this.noteModules();
    send({ end: true });
  }
  noteModules() {
    send({ measures: true });
    const servers = (this.vitest.projects ?? []).map((project) => project.vite ?? project.server);
    for (const server of [this.vitest.vite ?? this.vitest.server, ...servers]) {
      const graphs = Object.values(server?.environments ?? {}).map((one) => one.moduleGraph);
      for (const graph of graphs.length > 0 ? graphs : [server?.moduleGraph])
        for (const module of graph?.idToModuleMap?.values() ?? []) if (module.transformResult ?? module.ssrTransformResult) noteFile(module.file);
    }
  }
}
`;
