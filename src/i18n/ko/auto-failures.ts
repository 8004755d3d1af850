import type { FailuresOf } from '../catalogue.ts';
import { withParticle } from '../particle.ts';
import { idsToType } from '../task-ids.ts';

export const autoFailures: FailuresOf<'auto'> = {
  'auto.none': () => ({
    message: '여기서 시작한 작업 그래프가 없습니다',
    hint: 'TASKS.md로 시작하기: orchestral auto',
  }),
  'auto.unknown_task': ({ task, suggestion }) => ({
    message: `작업 ${withParticle(task, '이/가')} 없습니다`,
    hint: suggestion === null ? '작업 보기: orchestral auto status' : `혹시 ${suggestion}?`,
  }),
  'auto.task_not_now': ({ task, status, wanted }) => ({
    message: `${task}: ${CANNOT[wanted]}${status === 'completed' ? '' : ` (지금 상태: ${status})`}`,
    hint: '어디까지 왔는지 보기: orchestral auto status',
  }),
  'auto.other_base': ({ base, wanted }) => ({
    message: `${base} 브랜치에서 시작한 작업입니다. ${wanted}에서 이어서 할 수 없습니다`,
    hint: `--base를 빼거나, ${wanted}에서 새로 시작하세요: orchestral auto --rebuild-state --base ${wanted}`,
  }),
  'auto.branch_in_the_way': ({ branch }) => ({
    message: `${branch} 브랜치의 이름은 Orchestral이 자기 브랜치에 써야 합니다`,
    hint: `바뀐 것은 없습니다. 브랜치 이름을 바꾸세요: git branch -m ${branch} 새-이름`,
  }),
  'auto.nothing_to_apply': () => ({
    message: '끝난 작업은 모두 이미 브랜치에 있습니다',
    hint: '어디까지 왔는지 보기: orchestral auto status',
  }),
  'auto.phase_not_now': ({ phase, open }) => ({
    message:
      open === null
        ? `할 일이 있는 Phase ${withParticle(String(phase), '이/가')} 없습니다`
        : `Phase ${phase}에는 아직 들어갈 수 없습니다. Phase ${open}에 남은 작업이 있습니다`,
    hint: open === null ? 'Phase 보기: orchestral auto --dry-run' : `그것부터 하기: orchestral auto --phase ${open}`,
  }),
  'auto.agent_unusable': ({ kind, message }) => ({
    message: `에이전트를 쓸 수 없습니다: ${UNUSABLE[kind] ?? kind}${message === '' ? '' : `: ${message}`}`,
    hint: '무엇이 문제인지 보기: orchestral agents test. 이어서 하기: orchestral auto --resume',
  }),
  'auto.unfinished': ({ failed, blocked, open }) => ({
    message: `모두 끝나지는 않았습니다: ${partsOf({ failed: failed.length, blocked, open })}`,
    hint:
      failed.length > 0
        ? `다시 하기: orchestral auto retry ${idsToType(failed)} 다음 orchestral auto --resume. 건너뛰기: orchestral auto skip ${idsToType(failed)}`
        : '이어서 하기: orchestral auto --resume',
  }),
  'auto.stuck': ({ phase, reason }) => ({
    message: `Phase ${phase}: 작업을 모두 병합하면 검사가 계속 실패합니다${reason === '' ? '' : `: ${reason}`}`,
    hint: '브랜치에서 직접 고치거나(이름: orchestral auto status) 작업을 다시 여세요: orchestral auto retry ID. 그다음: orchestral auto --resume',
  }),
  'auto.left_alone': ({ base, why, detail }) => ({
    message: `끝난 작업이 있지만 ${base} 체크아웃은 그대로 두었습니다: ${leftAlone(why, detail)}`,
    hint: homeward(why, base),
  }),
  'auto.phase_waits': ({ phase }) => ({
    message: `Phase ${withParticle(String(phase), '은/는')} 허락을 기다리고 있습니다`,
    hint: '이어서 하기: orchestral auto --yes. 묻지 않게 하기: orchestral auto --ultra-thin',
  }),
  'auto.stopped': () => ({ message: '작업을 멈췄습니다', hint: '이어서 하기: orchestral auto --resume' }),
  'auto.file_exists': () => ({
    message: '이미 있습니다',
    hint: '바꾸려면 --yes를 붙이고, 다른 파일에 쓰려면 --tasks FILE로 지정하세요',
  }),
};

const CANNOT = {
  retry: '다시 할 것이 없습니다',
  complete: '이미 완료되었습니다',
  skip: '이미 완료되었습니다',
  exec: '지금은 실행할 수 없습니다',
} as const;

const UNUSABLE: Readonly<Record<string, string>> = {
  auth: '로그인되어 있지 않습니다',
  billing: '계정에 요금을 청구할 수 없습니다',
  not_installed: '설치되어 있지 않습니다',
  denied: '작업이 허용되지 않았습니다',
};

function partsOf({ failed, blocked, open }: { failed: number; blocked: number; open: number }): string {
  return [
    ...(failed === 0 ? [] : [`실패 ${failed}`]),
    ...(blocked === 0 ? [] : [`막힘 ${blocked}`]),
    ...(open === 0 ? [] : [`남음 ${open}`]),
  ].join(', ');
}

/** Why a checkout was left alone. */
export function leftAlone(why: string, detail: readonly string[]): string {
  const what = some(detail);
  switch (why) {
    case 'changed_files':
      return '변경된 파일이 있습니다';
    case 'operation_in_progress':
      return '진행 중인 git 작업이 있습니다';
    case 'index_locked':
      return 'git이 잠가 두었습니다';
    case 'folder_missing':
      return '그 폴더가 없습니다';
    case 'conflict':
      return `브랜치가 움직여 작업과 충돌합니다: ${what}`;
    case 'red':
      return `브랜치가 움직였고, 합치면 테스트가 실패합니다: ${what}`;
    case 'base_gone':
      return '브랜치가 더는 없습니다';
    case 'branch_moved':
      return '브랜치가 계속 움직였습니다';
    case 'phase_open':
      return '브랜치가 움직였는데 작업이 아직 진행 중입니다';
    default:
      return what === '' ? '걸리는 것이 있습니다' : `걸리는 것이 있습니다: ${what}`;
  }
}

function homeward(why: string, base: string): string {
  const join = `직접 합치세요: git checkout ${base} && git merge orchestral/auto`;
  switch (why) {
    case 'conflict':
      return `${join} 실행 후 충돌을 해결하고 커밋하세요. 그다음: orchestral apply`;
    case 'red':
      return `${join} 실행 후 실패하는 것을 고치고 커밋하세요. 그다음: orchestral apply`;
    case 'phase_open':
      return 'Phase가 끝날 때 합쳐집니다: orchestral auto --resume';
    case 'refused':
      return '그것을 치운 뒤(예: 커밋) 실행하세요: orchestral apply';
    default:
      return `orchestral apply를 실행하면 ${withParticle(base, '을/를')} orchestral/auto까지 fast-forward합니다. 고친 파일은 덮어쓰지 않습니다`;
  }
}

function some(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` 외 ${more}개` : ''}`;
}

const MOST_NAMES = 5;
