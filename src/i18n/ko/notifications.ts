import type * as en from '../en/notifications.ts';
import type { NoticeParams } from '../../schema/notice.ts';
import { formatNames, formatTime } from '../format.ts';
import type { GeneralNotices } from '../sentence.ts';
import { formatProblem } from '../format-problem.ts';
import { problem } from './validation.ts';
import { particleOf, withParticle } from './particle.ts';

export const notifications: typeof en.notifications = {
  waiting: (subject) => `${subject}: 답을 기다립니다`,
  ready: (subject) => `${subject}: 병합할 준비가 되었습니다`,
  failed: (subject) => `${subject}: 실패했습니다`,
  done: (subject) => `${subject}: 끝났습니다`,
  phase_done: (subject, phase) => `${subject}: Phase ${withParticle(String(phase), '이/가')} 끝났습니다`,
  phase_waits: (subject, phase) => `${subject}: Phase ${withParticle(String(phase), '이/가')} 승인을 기다립니다`,
  phase_stuck: (subject, phase) => `${subject}: Phase ${phase}의 검사가 계속 실패합니다`,
  all_done: (subject) => `${subject}: 할 수 있는 작업을 모두 끝냈습니다`,
  task_failed: (subject, task) => `${subject}: ${task} 실패`,
  counts: ({ completed, failed, blocked, total }) =>
    [
      `작업 ${completed}/${total} 완료`,
      ...(failed === 0 ? [] : [`실패 ${failed}`]),
      ...(blocked === 0 ? [] : [`막힘 ${blocked}`]),
    ].join(', '),
  limited: (subject, backend, until) => `${subject}: ${backend} 사용량 제한에 걸렸습니다. ${until}까지 기다립니다`,
  goesOnByItself: '그때 자동으로 이어서 합니다',
  task_held: (subject, task) => `${subject}: ${withParticle(task, '이/가')} 결정을 기다립니다`,
  noted: ({ held, reviewed, unproven }) => [
    ...(held.length === 0 ? [] : [`결정 대기: ${formatNames(held)} (orchestral auto review)`]),
    ...(reviewed.length === 0 ? [] : [`검토자가 허용함: ${formatNames(reviewed)}`]),
    ...(unproven.length === 0 ? [] : [`증명되지 않음: ${formatNames(unproven)}`]),
  ],
  howToAllow: 'orchestral auto --yes',
  howToApply: '아직 체크아웃에 없습니다: orchestral apply',
};

export const notices: GeneralNotices = {
  'lock.broken': ({ lock, holder }) =>
    `${lock}: 잠근 프로세스${holder === null ? '가' : `(pid ${holder.pid}, ${holder.command})${particleOf(holder.command, '이/가')}`} 이미 끝나 있어 잠금을 없앴습니다`,
  'lock.waiting': ({ lock, holder }) =>
    `${withParticle(lock, '을/를')} 기다리고 있습니다${holder === null ? '' : `: ${holder.host}의 pid ${holder.pid}(${holder.command})${particleOf(holder.command, '이/가')} ${formatTime(holder.since)}부터 쓰는 중`}`,
  'document.rebuilt': ({ document, from, kept }) =>
    `${withParticle(document, '을/를')} 읽을 수 없어 ${from === 'log' ? '로그' : '.bak'}에서 다시 만들었습니다. 깨진 파일은 ${withParticle(kept, '으로/로')} 남겨 두었습니다`,
  'auto.lost': ({ folder }) =>
    `${folder}에 있던 작업 기록이 사라졌습니다. git에 있는 것은 끝난 것으로 보고 나머지를 다시 합니다`,
  'project.around': ({ folder, project }) =>
    `${project} 전체를 프로젝트로 봅니다. 이 패키지만 다루려면: --project ${folder}`,
  'project.replaced': ({ kept }) =>
    `이 폴더는 새로 만들어졌거나 다시 복제되었습니다. 작업을 처음부터 시작하며, 이전 프로젝트의 기록은 ${kept}에 남겨 두었습니다`,
  'edit.refused': ({ document, kept, problems: [first] }) =>
    `${document}에 하신 편집이 규칙에 맞지 않아 반영하지 않았습니다${first === undefined ? '' : `(${first.path}: ${formatProblem(first, { problem })})`}. 편집본은 ${withParticle(kept, '으로/로')} 남겨 두었습니다`,
  'edit.taken': ({ document }) => `${document}에 하신 편집을 반영했습니다`,
  'document.late': ({ document, reason }) =>
    `${withParticle(document, '을/를')} 쓰지 못해(${reason.code}) 다시 시도합니다. 모두 로그에 있어 잃은 것은 없습니다`,
  'document.restored': ({ document, kept }) =>
    `${withParticle(document, '이/가')} 예전 내용으로 돌아가 있었습니다. 최신 상태를 유지하고, 그 내용은 ${kept}에 두었습니다`,
  'log.quarantined': ({ log, why, line }) =>
    `${log}: ${{ bad_line: `${line ?? '?'}번째 줄이 깨져 있습니다`, missing: '파일이 없습니다', shorter: '뒷부분이 잘려 있습니다' }[why]}. 남아 있는 것에서 이어 갑니다. 지금까지의 시도 횟수와 비용은 사라졌습니다`,
  'folder.moved': () => '프로젝트 폴더가 복사되었거나 옮겨졌습니다. 진행 중이던 작업은 새 워크트리에서 다시 시작합니다',
  'sandbox.absent': () =>
    '여기에는 샌드박스(bubblewrap, bwrap)가 없습니다. 에이전트가 자기 폴더 밖에 쓰고 다른 파일을 읽을 수 있습니다',
  'agent.key_charged': ({ backend, key }) =>
    `${key}: 값이 있으므로 ${backend} 요금은 로그인한 구독이 아니라 이 키로 청구됩니다 (구독을 쓰려면 unset ${key})`,
  'agent.tools_denied': ({ role, tools }) =>
    `${role}: 도구 사용이 거부되었습니다: ${tools.join(', ')}. 결과는 평소처럼 확인합니다`,
  'checkout.changed': ({ paths }) =>
    `샌드박스 없이 에이전트가 일하는 동안 체크아웃이 바뀌었습니다: ${paths.join(', ')}. 직접 바꾼 것이 아니라면 확인하세요`,
  'tasks.not_ticked': ({ file, reason }) =>
    `${withParticle(file, '을/를')} 쓸 수 없어(${reason.code}) 끝난 작업을 거기에 체크하지 못했습니다. 잃은 것은 없습니다: orchestral auto status`,
  'preflight.hooks_not_run': ({ hooks }) =>
    `이 저장소의 훅(${hooks.join(', ')})은 끝난 작업을 병합할 때 실행되지 않습니다`,
  'work.large_files': ({ files }) =>
    `작업에 큰 파일이 들어 있습니다: ${files.map(({ path, bytes }) => `${path}(${Math.round(bytes / 2 ** 20)}MB)`).join(', ')}. 병합하면 저장소 기록에 계속 남습니다`,
  'preflight.submodules': ({ paths }) =>
    `에이전트가 일하는 곳에는 서브모듈이 비어 있습니다: ${paths.join(', ')}. 필요하다면: orchestral config set project.setup_command "git submodule update --init"`,
  'preflight.lfs_pointers': () =>
    'Git LFS가 설정되어 있지 않아 에이전트에게는 LFS 파일의 포인터만 보입니다. 내용이 필요하다면: git lfs install && git lfs pull',
  'preflight.uncommitted': ({ count }) =>
    `커밋하지 않은 변경이 파일 ${count}개에 있습니다. 에이전트에게는 보이지 않습니다`,
  'checks.unlocked': ({ command }) => `잠금 파일이 없어 ${command} 명령이 고른 버전을 모든 검사에 씁니다`,
  'cost.unknown': ({ backend }) =>
    `${withParticle(backend, '은/는')} 호출 비용을 알려 주지 않으므로 금액 한도가 적용되지 않습니다`,
  'budget.waiting': ({ limit, spent, held }) =>
    `예산 $${limit} 중 $${withParticle(spent.toFixed(2), '을/를')} 썼고 실행 중인 에이전트가 $${held.toFixed(2)}까지 더 쓸 수 있습니다. 다음 에이전트는 그중 하나가 끝날 때까지 기다립니다`,
  'desktop.silent': ({ program, why }) =>
    `데스크톱 알림을 표시하지 못했습니다: ${withParticle(program, '이/가')} ${why === 'absent' ? '설치되어 있지 않습니다' : '여기서 작동하지 않습니다'}(끄기: orchestral config set global.notifications.system_notify false)`,
  'reference.gone': ({ folder }) => `--reference로 지정한 ${folder} 폴더가 더 이상 없습니다. 없이 계속합니다`,
  'memory.silent': (silent) => `[Warning] claude-mem 검색 불가: ${whyNoMemory(silent)}
파일 기반 지식(knowledge.yaml)만 사용하여 계속 진행합니다.`,
  'memory.unsaved': ({ why, detail }) =>
    `결정한 내용을 claude-mem에 저장하지 못했습니다${why === 'slow' ? ' (5초 안에 응답 없음)' : ` (${detail})`}. knowledge.yaml에는 있습니다`,
  'slack.untrusted': ({ file, host }) =>
    `Slack에 알리지 않습니다: ${file}의 웹훅(${host})은 저장소에 들어 있던 것입니다. 쓰려면: orchestral trust`,
  'slack.silent': (silent) => {
    switch (silent.why) {
      case 'bad_url':
        return 'Slack에 알리지 않습니다: ORCHESTRAL_SLACK_WEBHOOK_URL이 https 주소가 아닙니다';
      case 'refused':
        return `Slack이 메시지를 받지 않았습니다(HTTP ${silent.status}). ORCHESTRAL_SLACK_WEBHOOK_URL을 확인하세요`;
      case 'unreachable':
        return 'Slack에 연결하지 못했습니다';
      case 'unsure':
        return 'Slack이 응답하지 않았습니다. 메시지가 전달되었는지 알 수 없습니다';
    }
  },
};

function whyNoMemory(silent: NoticeParams['memory.silent']): string {
  switch (silent.why) {
    case 'not_installed':
      return '설치되어 있지 않음';
    case 'slow':
      return '5초 안에 응답하지 않음';
    case 'failed':
      return `오류 (${silent.detail})`;
  }
}
