import type { Catalogue } from '../catalogue.ts';
import { withParticle } from '../particle.ts';

export const findings: Catalogue['findings'] = {
  tests_red: ({ failed, names, more }) => {
    if (failed === 0) return `테스트 실행이 중단되었습니다${names.length === 0 ? '' : `: ${some({ names, more })}`}`;
    const fail = `테스트 ${failed}개가 실패합니다`;
    if (names.length === 0) return fail;
    return `${fail}${names.length + more < failed ? '(일부만 표시)' : ''}: ${some({ names, more })}`;
  },
  tests_did_not_run: ({ ending }) => `테스트가 실행되지 않았습니다(${ending})`,
  build_red: ({ command, exit_code }) =>
    `빌드가 실패합니다: ${command}(${exit_code === null ? '시그널로 종료' : `종료 코드 ${exit_code}`})`,
  no_tests: () => '작업이 제대로 되었음을 보여 주는 테스트가 없습니다. 이 프로젝트에서 실행되는 테스트가 없습니다',
  test_command_changed: ({ before, now }) => `작업이 테스트하는 방법을 바꿉니다: 이전 ${before}, 지금 ${now}`,
  tests_gone: (names) => `원래 있던 테스트가 더 이상 실행되지 않습니다: ${some(names)}`,
  tests_skipped: (names) => `원래 있던 테스트를 이제 건너뜁니다: ${some(names)}`,
  fewer_tests: ({ before, now }) => `실행되는 테스트가 줄었습니다: 이전 ${before}개, 지금 ${now}개`,
  coverage_low: ({ coverage, needed }) =>
    `커버리지가 ${Math.floor(coverage * 10) / 10} %입니다. ${needed} % 이상이어야 합니다`,
  tests_unwritten: () => '새 코드에 새 테스트가 없고, 테스트가 그 코드에 닿는지 측정되지도 않았습니다',
  empty_diff: () => '작업이 바꾼 것이 없습니다',
  critical_issues: ({ count }) => `Gatekeeper 스스로 치명적인 문제를 ${count}개 지적했습니다`,
  file_too_long: ({ file, lines, limit }) => `${withParticle(file, '은/는')} ${lines}줄입니다. 한도는 ${limit}줄입니다`,
  types_missing: ({ file, line }) => `${line === null ? file : `${file}:${line}`}에 타입이 없습니다`,
  library_avoided: ({ file, library }) =>
    `${withParticle(file, '이/가')} 피해야 할 ${withParticle(library, '을/를')} 사용합니다`,
  trigger: ({ name, detail }) => `사람이 결정해야 합니다(${name})${detail === '' ? '' : `: ${detail}`}`,
  agent_failed_it: () => 'Gatekeeper가 FAIL로 판정했습니다',
  human_rejected: ({ decision }) => `사람이 돌려보냈습니다: ${decision}`,
};

function some({ names, more }: { readonly names: readonly string[]; readonly more: number }): string {
  return more === 0 ? names.join(', ') : `${names.join(', ')} 외 ${more}개`;
}
