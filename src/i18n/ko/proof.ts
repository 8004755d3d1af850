import type * as en from '../en/proof.ts';
import { firstLine, formatNames } from '../format.ts';
import { withParticle } from './particle.ts';

export const proofFindings: typeof en.proofFindings = {
  new_failures: ({ tests }) => `이 변경으로 테스트 ${tests.length}개가 실패합니다: ${ids(tests)}`,
  tests_did_not_run: ({ ending }) => `테스트가 끝까지 실행되지 않았습니다(${ending})`,
  build_failed: ({ command, ending }) => `빌드가 실패합니다: ${command}(${ending})`,
  setup_failed: ({ command, ending, tail }) =>
    `이 변경으로는 프로젝트를 준비할 수 없습니다: ${command}(${ending})${firstLine(tail)}`,
  needs_changed_files: ({ files }) =>
    `준비 과정이 추적 중인 파일을 고쳐 써야만 테스트가 통과합니다: ${formatNames(files)}. 고친 내용을 직접 커밋해야 합니다`,
  report_disagrees: ({ report, printed }) =>
    `테스트 보고와 테스트 러너의 출력이 다릅니다: 보고 “${report}”, 출력 “${printed}”`,
  lost_tests: ({ tests }) => `파일은 그대로인데 더 이상 실행되지 않는 테스트가 있습니다: ${formatNames(tests)}`,
  named_tests_fail: ({ tests }) => `통과시켜 달라고 한 테스트가 여전히 실패합니다: ${formatNames(tests)}`,
  no_change: ({ only }) => NO_CHANGE[only],
  no_deliverable: ({ paths }) => `만들겠다고 한 파일이 하나도 없습니다: ${formatNames(paths)}`,
  deliverables_missing: ({ paths }) => `만들겠다고 한 파일 중 없는 것이 있습니다: ${formatNames(paths)}`,
  task_list_changed: ({ lines }) => `작업 목록을 고쳤습니다: ${formatNames(lines)}`,
  probe_failed: ({ line }) => `다른 입력에서 실패합니다: ${line}`,
  coverage_low: ({ coverage, needed }) =>
    `커버리지가 ${Math.floor(coverage * 10) / 10} %입니다. ${needed} % 이상이어야 합니다`,
  superseded: ({ items }) =>
    items.length > 1 && items.every(({ only_names }) => only_names === true)
      ? `전에 통과하던 테스트 ${items.length}개는 import나 이름만 바뀌고 확인하는 것은 같습니다: ${filesOf(items)}`
      : `전에 통과하던 테스트가 새 동작과 맞지 않습니다: ${keys(items)}`,
  lost_demand: ({ items }) =>
    items.every(({ idle }) => idle === true)
      ? `테스트가 더는 대상 코드를 확인하지 않습니다(그 코드 없이도 통과하거나 실행되지 않음): ${keys(items)}`
      : `테스트가 전보다 적게 확인합니다: ${keys(items)}`,
  unreached: ({ items }) => `바뀐 파일인데 이제 테스트가 불러오지 않습니다: ${keys(items)}`,
  newly_flaky: ({ tests }) => `늘 통과하던 테스트가 가끔 실패합니다: ${formatNames(tests)}`,
  configuration: ({ items }) => `테스트를 실행하는 방법이 바뀌었습니다: ${keys(items)}`,
  controls: ({ items }) => `에이전트나 Orchestral의 동작을 정하는 파일이 바뀌었습니다: ${keys(items)}`,
  tampering: ({ items }) => `단언, 테스트 러너, 보고를 바꾸거나 하는 일을 숨기는 코드가 있습니다: ${keys(items)}`,
  test_detection: ({ items, fewer }) =>
    `프로세스를 끝내거나 어디서 실행되는지(테스트, 운영) 확인하는 코드가 있습니다${fewer ? '. 찾은 것보다 적은 테스트가 실행되었습니다' : ''}: ${keys(items)}`,
  unproven: ({ files }) => `이 변경이 없어도 모든 테스트가 통과합니다: ${formatNames(files)}`,
  not_testable: ({ files, prose }) =>
    prose
      ? `코드를 요청했는데 문서나 테스트만 바뀌었습니다: ${formatNames(files)}`
      : `테스트가 불러올 수 있는 것이 없습니다: ${formatNames(files)}`,
  no_test_command: () => '이 프로젝트에는 테스트가 없어 아무것도 증명되지 않았습니다',
  surface_modified: ({ files }) => `바뀐 테스트와 그에 딸린 파일: ${formatNames(files)}`,
  flaky: ({ tests }) => `전처럼 가끔 실패하는 테스트: ${formatNames(tests)}`,
  failed_before: ({ tests }) => `이 변경 전에도 실패하던 테스트: ${formatNames(tests)}`,
  proves_nothing: ({ tests }) => `변경이 없어도 통과하는 새 테스트: ${formatNames(tests)}`,
  weak_red: ({ tests }) => `변경이 없으면 불러오지 못할 뿐인 테스트: ${formatNames(tests)}`,
  not_probed: () => '작업을 다른 입력으로 확인하지 않았습니다',
  condition_cannot_run: ({ command, program }) =>
    `${withParticle(program, '이/가')} 설치되어 있지 않아 실행할 수 없습니다: ${command}. 설치한 뒤 허용하면 다시 실행합니다`,
  not_measured: ({ what }) => `측정하지 않음: ${NOT_MEASURED[what] ?? what}`,
  restored_files: ({ files }) => `준비 과정이나 테스트가 바꾼 파일을 되돌렸습니다: ${formatNames(files)}`,
};

const NOT_MEASURED: Readonly<Record<string, string>> = {
  loaded_files: '바뀐 파일을 테스트가 여전히 불러오는지',
};

export const proofScreens: typeof en.proofScreens = {
  questions: {
    head: (id, title) => `${id}${title === '' ? '' : ` ${title}`} · 결정을 기다립니다`,
    was: '이전',
    now: '지금',
    nothing: '(없음)',
    says: (quote) => `요청에 이렇게 적혀 있습니다: “${quote}”`,
    allowWhich: '무엇을 허용할까요? (all: 모두, 번호: 1,3처럼, none: 모두 거부, 빈 줄: 나중에 결정)',
    all: ['all', 'a', '모두'],
    none: ['none', 'n', '없음'],
    refuseOthers: '나머지는 거부할까요? (아니요: 그대로 기다림)',
    allowed: (id) => `기록했습니다: ${id} 허용`,
    refused: (id) => `기록했습니다: ${id} 거부, 다시 합니다`,
    partly: (id, open) => `기록했습니다. ${id}에 대해 ${open}개가 아직 기다립니다`,
    resume: { auto: '이어서 하기: orchestral auto --resume', session: '이어서 하기: orchestral session resume' },
  },
  checks: {
    baseline: '테스트 중: 작업 전 상태',
    candidate: '테스트 중: 작업한 상태',
    old_tests: '테스트 중: 작업한 상태에서 기존 테스트',
    new_tests: '테스트 중: 작업한 상태에서 새 테스트',
    regression: '테스트 중: 새 코드에 기존 테스트',
    red: '테스트 중: 기존 코드에 새 테스트',
    hollow: '테스트 중: 빈 코드에 바뀐 테스트',
    turned: '테스트 중: 일부러 망가뜨린 코드에 바뀐 테스트',
    flaky: '실패한 것을 다시 테스트 중',
    hunk: '작업의 한 부분을 빼고 테스트 중',
    condition: '작업의 인수 명령 실행 중',
  },
  prove: {
    begins: '변경 전후의 테스트를 실행한 다음, 바뀐 부분을 하나씩 되돌려 봅니다',
    title: (name, noticed, total, percent) =>
      percent === null
        ? `${name}: 확인한 부분이 없습니다`
        : `${name}: 바뀐 부분 ${total}개 중 ${noticed}개를 테스트가 알아챕니다(${percent} %)`,
    lines: (count) => `${count}줄`,
    outcomes: {
      noticed: '알아챔: 이것이 없으면 테스트가 실패합니다',
      load: '불러오기만 깨짐: 이것이 없으면 테스트를 실행할 수 없어 어떤 단언도 확인하지 못합니다',
      unnoticed: '알아채지 못함: 이것이 없어도 모든 테스트가 통과합니다',
    },
    noticedBy: (test) => `알아챈 테스트: ${test}`,
    nothing: '테스트가 알아챌 만한 코드가 없습니다',
    leftOut: (path, why) => `${path}: 제외(${LEFT_OUT[why] ?? why})`,
    stopped: {
      runs: (count) => `40번의 실행 한도에 이르렀습니다. 확인하지 않은 것: ${count}개`,
      time: (count) => `시간이 다 되었습니다. 확인하지 않은 것: ${count}개`,
    },
    notTried: '확인하지 않음',
    tooLittle: (percent, wanted) => `${percent} %만 알아챕니다. min_proven은 ${wanted} %를 요구합니다`,
  },
  verify: {
    begins: '커밋에 적힌 것을 읽고 테스트를 다시 실행합니다',
    answers: {
      same: '같습니다: 테스트 결과가 커밋에 적힌 그대로입니다',
      differs: '다릅니다',
      cannot_be_repeated: '다시 확인할 수 없습니다',
    },
    why: {
      not_merged: () => '아직 병합되지 않아 어떻게 증명되었는지 적힌 커밋이 없습니다',
      no_trailers: () => '어떻게 증명되었는지 커밋에 적혀 있지 않습니다',
      other_tree: (tree) =>
        `증명된 것(트리 ${tree.slice(0, 12)})과 커밋의 파일이 다릅니다. 합쳐졌거나(squash) 고쳐졌거나 리베이스되었습니다`,
      rebased: (commit) =>
        `비교한 커밋 ${withParticle(commit.slice(0, 12), '이/가')} 더는 조상 커밋이 아닙니다. 리베이스되었습니다`,
      baseline_gone: (commit) =>
        `비교한 커밋 ${withParticle(commit.slice(0, 12), '이/가')} 이 저장소에 없습니다. 리베이스되었거나 얕은 복제본입니다`,
      tool_missing: (tool) => `필요한 프로그램을 여기서 쓸 수 없습니다: ${tool}`,
    },
    what: {
      command: '테스트 명령',
      proven: '변경이 없으면 실패하는 테스트',
      baseline: '변경 전의 테스트',
      candidate: '변경 후의 테스트',
      old_tests: '변경 후의 기존 테스트',
      new_tests: '변경 후의 새 테스트',
      regression: '새 코드에 대한 기존 테스트',
      red: '기존 코드에 대한 새 테스트',
    },
    differs: (what, recorded, now) => `${what}: ${recorded} → ${now}`,
    otherTool: (tool, recorded, now) => `${tool}: 여기서는 ${now}, 그때는 ${recorded}`,
    allowed: (count) => `병합할 때 ${count}개가 허용되었습니다`,
  },
};

const LEFT_OUT: Readonly<Record<string, string>> = {
  lock: '잠금 파일',
  generated: '프로그램이 만든 파일',
  prose: '문서',
  no_meaning: '주석이나 서식',
  removed: '삭제됨',
};

const NO_CHANGE = {
  nothing: '작업이 바꾼 것이 없습니다',
  modes: '파일 권한 말고는 바뀐 것이 없습니다',
  empty_files: '빈 파일 말고는 추가된 것이 없습니다',
  ignored_files: '무시되는 파일 말고는 바뀐 것이 없습니다',
} as const;

function ids(tests: readonly { readonly id: string }[]): string {
  return formatNames(tests.map(({ id }) => id));
}

function filesOf(items: readonly { readonly file: string }[]): string {
  return formatNames([...new Set(items.map(({ file }) => file))]);
}

function keys(items: readonly { readonly key: string }[]): string {
  return formatNames([...new Set(items.map(({ key }) => key))]);
}
