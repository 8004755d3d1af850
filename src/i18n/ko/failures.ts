import type { Holder } from '../../base/failure.ts';
import type { FailureSentences } from '../catalogue.ts';
import { installing } from '../installing.ts';
import { withParticle } from '../particle.ts';
import { sizeOf } from '../size.ts';
import { autoFailures } from './auto-failures.ts';
import { checkFailures } from './check-failures.ts';
import { gitFailures } from './git-failures.ts';
import { planFailures } from './plan-failures.ts';
import { runFailures } from './run-failures.ts';
import { sessionFailures } from './session-failures.ts';
import { preflightFailures } from './preflight-failures.ts';
import { localTime } from '../local-time.ts';

export const failures: FailureSentences = {
  ...gitFailures,
  ...preflightFailures,
  ...checkFailures,
  ...planFailures,
  ...runFailures,
  ...sessionFailures,
  ...autoFailures,
  'lock.held': ({ lock, holder }) => ({
    message: `${withParticle(lock, '은/는')} 잠겨 있습니다: ${by(holder)}`,
    hint: holder?.life === 'alive' ? '잠시 후 다시 실행하세요' : '누가 잠갔는지 보기: orchestral unlock',
  }),
  'owner.held': ({ holder }) => ({
    message: `다른 orchestral이 이미 실행 중입니다: ${by(holder)}`,
    hint: holder?.life === 'alive' ? waitOrStop(holder) : '누가 쓰는지 보기: orchestral unlock',
  }),
  'disk.full': ({ mount, free }) => ({
    message: `${mount}에 남은 공간이 없습니다(${sizeOf(free)} 남음). 아무것도 바뀌지 않았습니다`,
    hint: '공간을 확보한 뒤 다시 실행하세요',
  }),
  'disk.refused': ({ errno }) => ({
    message: `쓸 수 없습니다(${errno}). 아무것도 바뀌지 않았습니다`,
    hint: errno === 'EROFS' ? '읽기 전용으로 마운트된 파일 시스템입니다' : '권한과 소유자를 확인하세요',
  }),
  'disk.failed': ({ operation, errno }) => ({
    message: `${operation} 작업에 실패했습니다(${errno}). 아무것도 바뀌지 않았습니다`,
    hint: errno === 'ENOTDIR' || errno === 'EEXIST' ? '폴더가 있어야 할 자리에 다른 것이 있습니다' : null,
  }),
  'disk.unsure': ({ operation, errno }) => ({
    message: `${operation} 작업에 실패했습니다(${errno}). 변경은 되었지만 정전이 나면 남지 않을 수 있습니다`,
    hint: '디스크를 확인한 뒤 다시 실행하세요',
  }),
  'file.too_large': ({ size, limit }) => ({
    message: `너무 큽니다: ${sizeOf(size)}, 최대 ${sizeOf(limit)}`,
    hint: null,
  }),
  'file.not_regular': ({ kind }) => ({ message: `일반 파일이 아닙니다: ${kinds[kind] ?? kind}`, hint: null }),
  'file.missing': () => ({ message: '그런 파일이 없습니다', hint: null }),
  'file.unreadable': ({ errno }) => ({ message: `읽을 수 없습니다(${errno})`, hint: null }),
  'log.newer': ({ line }) => ({
    message: `더 새로운 Orchestral이 쓴 로그입니다(${line}번째 줄)`,
    hint: '업데이트: npm install -g orchestral-cli',
  }),
  'document.lost': ({ document }) => ({
    message: `${withParticle(document, '을/를')} 읽을 수 없고, 로그와 .bak도 읽을 수 없습니다`,
    hint: '깨진 파일은 그 옆에 남아 있습니다. 백업에서 되돌리거나 새로 시작하세요',
  }),
  'document.invalid': ({ document, place, count }) => ({
    message: `올바르지 않습니다${place === '' ? '' : `: ${place}`}${count > 1 ? ` 외 ${count - 1}곳` : ''}`,
    hint: `무엇이 문제인지 보기: orchestral validate${document === 'rehearsal' ? ' --as rehearsal 파일' : ''}`,
  }),
  'document.newer': ({ document, version }) => ({
    message: `${document}의 버전 ${withParticle(version, '은/는')} 이 Orchestral이 모르는 버전입니다. 그대로 두었습니다`,
    hint: '업데이트: npm install -g orchestral-cli',
  }),
  'prompt.unknown_placeholder': ({ template, placeholder, known }) => ({
    message: `프롬프트 ${template}에 없는 자리표시자가 있습니다: {{${placeholder}}}`,
    hint: `쓸 수 있는 것: ${known.map((name) => `{{${name}}}`).join(', ')}`,
  }),
  'usage.unknown_command': ({ command, suggestion }) => ({
    message: `'${command}' 명령은 없습니다`,
    hint: didYouMean(suggestion) ?? `모든 명령 보기: orchestral${below(command)} --help`,
  }),
  'usage.unknown_option': ({ option, suggestion }) => ({
    message: `'${option}' 옵션은 없습니다`,
    hint: didYouMean(suggestion) ?? '옵션 보기: --help를 붙이세요',
  }),
  'usage.unknown_document': ({ name, suggestion }) => ({
    message: `'${name}' 문서는 없습니다`,
    hint: didYouMean(suggestion) ?? '문서 이름 보기: orchestral schema',
  }),
  'usage.unknown_branch': ({ branch, suggestion }) => ({
    message: `'${branch}' 브랜치가 없습니다`,
    hint: didYouMean(suggestion) ?? '브랜치 보기: git branch',
  }),
  'usage.value_missing': ({ option }) => ({ message: `'${option}' 옵션에는 값이 필요합니다`, hint: null }),
  'usage.not_a_choice': ({ option, value, choices }) => ({
    message: `'${option}' 옵션에는 '${value}' 값을 쓸 수 없습니다`,
    hint: `다음 중에서 고르세요: ${choices.join(', ')}`,
  }),
  'usage.not_a_number': ({ option, value, least }) => ({
    message: `'${option}' 옵션에는 ${least} 이상의 정수를 쓰세요. '${value}' 값은 쓸 수 없습니다`,
    hint: null,
  }),
  'usage.argument_missing': ({ command }) => ({
    message: `'${command}' 명령에는 대상이 필요합니다`,
    hint: '사용법 보기: --help를 붙이세요',
  }),
  'usage.too_many_arguments': ({ command }) => ({
    message: `'${command}' 명령에 인자가 너무 많습니다`,
    hint: `사용법 보기: orchestral ${command} --help`,
  }),
  'usage.place_unknown': () => ({
    message: '놓인 자리로는 어떤 문서인지 알 수 없습니다',
    hint: '--as 이름으로 알려 주세요(이름 보기: orchestral schema)',
  }),
  'usage.folder_not_empty': ({ folder }) => ({
    message: `${folder}: 빈 폴더가 아닙니다`,
    hint: '새 폴더를 적거나 생략하세요. 생략하면 임시 폴더에 새로 만듭니다',
  }),
  'usage.not_a_lock': () => ({ message: '이 프로젝트의 잠금이 아닙니다', hint: '잠금 보기: orchestral unlock' }),
  'project.not_a_folder': ({ folder }) => ({
    message: `${withParticle(folder, '은/는')} 폴더가 아닙니다`,
    hint: '--project DIR로 프로젝트를 지정하세요',
  }),
  'agent.none_installed': () => ({
    message: '설치된 코딩 에이전트가 없습니다',
    hint: '하나를 설치하십시오. 예: Claude Code: npm install -g @anthropic-ai/claude-code',
  }),
  'agent.not_installed': ({ backend }) => ({
    message: `${withParticle(backend, '이/가')} 설치되어 있지 않거나 PATH에 없습니다`,
    hint: `설치: ${installing[backend]}. 다른 에이전트 보기: orchestral agents`,
  }),
  'agent.no_command': ({ backend }) => ({
    message:
      backend === 'rehearsal' ? '리허설에 스크립트가 없습니다' : `백엔드 '${backend}'에 실행할 프로그램이 없습니다`,
    hint: `--agent ${backend}:${backend === 'rehearsal' ? 'SCRIPT' : 'PROGRAM'} 또는 .orchestral/config/agents.json에서 지정하십시오`,
  }),
  'budget.reached': ({ limit, spent }) => ({
    message: `예산 $${limit}을 모두 썼습니다(지금까지 $${spent.toFixed(2)}). 작업은 기다립니다`,
    hint: '계속하려면 .orchestral/config/agents.json의 limits.total_cost_usd를 올리십시오',
  }),
  'trust.needed': ({ count }) => ({
    message: `이 저장소의 설정은 아직 확인하지 않은 것을 실행하려 합니다(${count}개)`,
    hint: '내용을 보고 결정하십시오: orchestral trust(사람 없이 이번만: --trust)',
  }),
  'sandbox.absent': () => ({
    message: '설정은 샌드박스를 요구하지만 bubblewrap(bwrap)이 없거나 여기서 쓸 수 없습니다',
    hint: 'bubblewrap을 설치하거나 .orchestral/config/agents.json에서 "sandbox": "auto"로 바꾸세요',
  }),
  'home.unknown': () => ({
    message: '상태를 둘 홈 폴더가 없습니다',
    hint: 'HOME이나 XDG_STATE_HOME을 설정하세요',
  }),
  'tmux.absent': () => ({
    message: 'tmux가 설치되어 있지 않습니다',
    hint: 'tmux를 설치하거나, --tmux 없이 실행하고 orchestral logs -f로 지켜보세요',
  }),
  'tmux.failed': ({ command, said }) => ({
    message: `tmux ${command} 실패${said === '' ? '' : `: ${said}`}`,
    hint: '--tmux 없이 실행하고 orchestral logs -f로 지켜보세요',
  }),
  'output.lost': ({ errno }) => ({ message: `결과를 출력하지 못했습니다(${errno})`, hint: null }),
  'answer.needed': () => ({
    message: '답이 필요하지만 물어볼 터미널이 없습니다',
    hint: '터미널에서 실행하거나 --yes를 붙이세요',
  }),
};

const kinds: Readonly<Record<string, string>> = {
  folder: '폴더',
  'symbolic link': '심볼릭 링크',
  socket: '소켓',
  device: '장치',
};

function by(holder: Holder | null): string {
  if (holder === null) return '누구인지 파일에 적혀 있지 않습니다';
  const { pid, host, command, since } = holder;
  return `${host}의 pid ${pid}(${command}), ${localTime(since)}부터`;
}

function waitOrStop({ command }: Holder): string {
  return command === 'auto'
    ? '끝나기를 기다리거나 멈추세요: orchestral auto stop. 하고 있는 일 보기: orchestral auto status'
    : '먼저 그쪽을 멈추거나 끝나기를 기다리세요';
}

/** Of `auto resmue` ` auto`. */
function below(command: string): string {
  const [group, ...rest] = command.split(' ');
  return rest.length === 0 ? '' : ` ${group}`;
}

function didYouMean(suggestion: string | null): string | null {
  return suggestion === null ? null : `혹시 '${suggestion}'?`;
}
