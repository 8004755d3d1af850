import type * as en from '../en/proof.ts';
import { formatNames } from '../format.ts';

export const proofFindings: typeof en.proofFindings = {
  new_failures: ({ tests }) => `전에는 통과하던 테스트 ${tests.length}개가 실패합니다: ${ids(tests)}`,
  tests_did_not_run: ({ ending }) => `테스트가 끝까지 실행되지 않았습니다(${ending})`,
  build_failed: ({ command, ending }) => `빌드가 실패합니다: ${command}(${ending})`,
  setup_failed: ({ command, ending }) => `이 변경으로는 프로젝트를 준비할 수 없습니다: ${command}(${ending})`,
  needs_changed_files: ({ files }) =>
    `준비 과정이 추적 중인 파일을 고쳐 써야만 테스트가 통과합니다: ${formatNames(files)}. 고친 내용을 직접 커밋해야 합니다`,
  report_disagrees: ({ report, printed }) =>
    `테스트 보고는 “${report}”라고 하지만 실행기의 출력이나 종료 코드는 다릅니다: “${printed}”`,
  lost_tests: ({ tests }) => `파일은 그대로인데 더 이상 실행되지 않는 테스트가 있습니다: ${formatNames(tests)}`,
  named_tests_fail: ({ tests }) => `통과시켜 달라고 한 테스트가 여전히 실패합니다: ${formatNames(tests)}`,
  no_change: ({ only }) => NO_CHANGE[only],
  no_deliverable: ({ paths }) => `만들겠다고 한 파일이 하나도 없습니다: ${formatNames(paths)}`,
  deliverables_missing: ({ paths }) => `만들겠다고 한 파일 중 없는 것이 있습니다: ${formatNames(paths)}`,
  task_list_changed: ({ lines }) => `작업 목록을 고쳤습니다: ${formatNames(lines)}`,
  probe_failed: ({ line }) => `다른 입력으로 해 보니 성립하지 않습니다: ${line}`,
  coverage_low: ({ coverage, needed }) =>
    `커버리지가 ${Math.floor(coverage * 10) / 10} %입니다. ${needed} % 이상이어야 합니다`,
  superseded: ({ items }) => `전에 통과하던 테스트가 새 동작과 맞지 않습니다: ${keys(items)}`,
  lost_demand: ({ items }) => `테스트가 전보다 적게 요구합니다: ${keys(items)}`,
  unreached: ({ items }) => `바뀐 파일인데 이제 테스트가 불러오지 않습니다: ${keys(items)}`,
  newly_flaky: ({ tests }) => `늘 통과하던 테스트가 가끔 실패합니다: ${formatNames(tests)}`,
  configuration: ({ items }) => `테스트를 실행하는 방법이 바뀌었습니다: ${keys(items)}`,
  controls: ({ items }) => `에이전트나 Orchestral을 움직이는 파일이 바뀌었습니다: ${keys(items)}`,
  tampering: ({ items }) => `단언, 테스트 실행기 또는 보고를 바꾸는 코드가 있습니다: ${keys(items)}`,
  test_detection: ({ items, fewer }) =>
    `프로세스를 끝내거나 테스트 중인지 확인하는 코드가 있습니다${fewer ? '. 찾은 것보다 적은 테스트가 실행되었습니다' : ''}: ${keys(items)}`,
  unproven: ({ files }) => `이 변경이 없어도 모든 테스트가 통과합니다: ${formatNames(files)}`,
  not_testable: ({ files, prose }) =>
    prose
      ? `코드를 요청했는데 문서만 바뀌었습니다: ${formatNames(files)}`
      : `테스트가 불러올 수 있는 것이 없습니다: ${formatNames(files)}`,
  no_test_command: () => '이 프로젝트에는 테스트가 없어 아무것도 증명되지 않았습니다',
  surface_modified: ({ files }) => `바뀐 테스트와 그에 딸린 파일: ${formatNames(files)}`,
  flaky: ({ tests }) => `전처럼 가끔 실패하는 테스트: ${formatNames(tests)}`,
  failed_before: ({ tests }) => `이 변경 전에도 실패하던 테스트: ${formatNames(tests)}`,
  proves_nothing: ({ tests }) => `변경이 없어도 통과하는 새 테스트: ${formatNames(tests)}`,
  weak_red: ({ tests }) => `변경이 없으면 불러오지 못할 뿐인 테스트: ${formatNames(tests)}`,
  not_probed: () => '작업이 약속한 것을 다른 입력으로 해 보지 않았습니다',
  not_measured: ({ what }) => `측정하지 않음: ${NOT_MEASURED[what] ?? what}`,
  restored_files: ({ files }) => `준비 과정이나 테스트가 바꾼 파일을 되돌렸습니다: ${formatNames(files)}`,
};

const NOT_MEASURED: Readonly<Record<string, string>> = {
  loaded_files: '바뀐 파일을 테스트가 여전히 불러오는지',
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

function keys(items: readonly { readonly key: string }[]): string {
  return formatNames([...new Set(items.map(({ key }) => key))]);
}
