import type { Holder } from '../../base/failure.ts';
import type { FailedChecks } from '../../base/repository-failures.ts';
import type { CannotRunCode } from '../../base/run-ending.ts';
import { installCommands, updateCommands, formatTime, formatSize } from '../format.ts';
import { locateProblem } from '../format-problem.ts';
import type { GeneralFailures } from '../sentence.ts';
import { problem as problemText } from './validation.ts';
import { particleOf, withParticle } from './particle.ts';

export const generalFailures: GeneralFailures = {
  'lock.held': ({ lock, holder }) => ({
    message: `${withParticle(lock, '은/는')} 잠겨 있습니다: ${by(holder)}`,
    hint: holder?.life === 'alive' ? '잠시 후 다시 실행하세요' : '누가 잠갔는지 보기: orchestral unlock',
  }),
  'owner.held': ({ holder }) => ({
    message: `이미 실행 중입니다: ${by(holder)}`,
    hint: holder?.life === 'alive' ? waitOrStop(holder) : '누가 쓰는지 보기: orchestral unlock',
  }),
  'disk.full': ({ mount, free }) => ({
    message: `${mount}에 남은 공간이 없습니다(${formatSize(free)} 남음). 아무것도 바뀌지 않았습니다`,
    hint: '공간을 확보한 뒤 다시 실행하세요',
  }),
  'disk.refused': ({ errno }) => ({
    message: `쓸 수 없습니다(${errno}). 아무것도 바뀌지 않았습니다`,
    hint: errno === 'EROFS' ? '읽기 전용으로 마운트된 파일 시스템입니다' : '권한과 소유자를 확인하세요',
  }),
  'disk.failed': ({ operation, errno }) => ({
    message: `${operation} 작업에 실패했습니다(${errno}). 아무것도 바뀌지 않았습니다`,
    hint: errno === 'ENOTDIR' || errno === 'EEXIST' ? '폴더가 있어야 할 자리에 파일이 있습니다. 파일을 옮기세요' : null,
  }),
  'disk.unsure': ({ operation, errno }) => ({
    message: `${operation} 작업에 실패했습니다(${errno}). 변경은 되었지만 정전이 나면 남지 않을 수 있습니다`,
    hint: '디스크를 확인한 뒤 다시 실행하세요',
  }),
  'file.too_large': ({ size, limit }) => ({
    message: `너무 큽니다: ${formatSize(size)}, 최대 ${formatSize(limit)}`,
    hint: '크기를 줄이거나 다른 곳으로 옮기세요',
  }),
  'file.not_regular': ({ kind }) => ({
    message: `일반 파일이 아닙니다: ${kinds[kind] ?? kind}`,
    hint: '다른 곳으로 옮기거나 일반 파일로 바꾸세요',
  }),
  'file.missing': () => ({ message: '파일이 없습니다', hint: '경로 확인하기: ls' }),
  'file.unreadable': ({ errno }) => ({
    message: `읽을 수 없습니다(${errno})`,
    hint:
      errno === 'ENOTDIR'
        ? '폴더가 있어야 할 곳에 파일이 있습니다. 다른 곳으로 옮기세요'
        : '권한과 소유자를 확인하세요',
  }),
  'log.newer': ({ line }) => ({
    message: `더 새로운 Orchestral이 쓴 로그입니다(${line}번째 줄)`,
    hint: '업데이트: npm install -g orchestral-cli',
  }),
  'document.lost': ({ document }) => ({
    message: `${withParticle(document, '을/를')} 읽을 수 없고, 로그와 .bak도 읽을 수 없습니다`,
    hint: document.endsWith('orchestrate-state.json')
      ? 'TASKS.md와 커밋에서 다시 만들기: orchestral auto --rebuild-state'
      : '깨진 파일은 그 옆에 남아 있습니다. 백업에서 되돌리거나 새로 시작하세요',
  }),
  'document.invalid': ({ problems }) => {
    const [first] = problems.map((problem) => locateProblem(problem, { problem: problemText }));
    return {
      message: `${first ?? ''}${problems.length > 1 ? ` 외 ${problems.length - 1}곳` : ''}`,
      hint: '고친 뒤 확인하기: orchestral validate',
    };
  },
  'precedent.unknown': ({ named, suggestion }) => ({
    message: `저장된 답 '${named}'${particleOf(named, '이/가')} 없습니다`,
    hint: didYouMean(suggestion) ?? '모두 보기: orchestral precedents',
  }),
  'wait.nothing': ({ named }) => ({
    message:
      named === null
        ? '여기서 시작한 작업이 없습니다'
        : `여기에는 실행, 세션, 작업 목록 '${named}'${particleOf(named, '이/가')} 없습니다`,
    hint: '무엇이 있는지 보기: orchestral status',
  }),
  'extend.nothing': ({ named }) => ({
    message: named === null ? '실행 중인 에이전트가 없습니다' : `'${named}'에서 실행 중인 에이전트가 없습니다`,
    hint: '무엇이 진행되는지 보기: orchestral status',
  }),
  'extend.which': ({ running }) => ({
    message: `여러 에이전트가 실행 중입니다: ${running.join(', ')}`,
    hint: `하나를 고르세요: orchestral extend ${running[0] ?? 'ID'} --by 30m`,
  }),
  'usage.not_a_duration': ({ option, value }) => ({
    message: `'${option}'에는 90s, 9m, 2h 같은 시간이 필요합니다: '${value}'`,
    hint: `예: ${option} 30m`,
  }),
  'config.unknown_key': ({ key, suggestion, below }) => ({
    message:
      below.length === 0
        ? `'${key}' 설정은 없습니다`
        : `${withParticle(`'${key}'`, '은/는')} 설정이 아니라 설정 ${below.length}개의 그룹입니다: ${formatNames(below)}`,
    hint: didYouMean(suggestion) ?? `모두 보기: orchestral config list${key === 'global' ? FOR_ALL_PROJECTS : ''}`,
  }),
  'config.edit_without_asking': ({ key }) => ({
    message: "'config edit'는 새 값을 물어보는데, 여기에서는 물어볼 수 없습니다",
    hint: `명령에 값을 적으세요: orchestral config set ${key} VALUE`,
  }),
  'config.bad_value': ({ key, problem }) => ({
    message: `${key}: ${locateProblem(problem, { problem: problemText })}`,
    hint: `쓸 수 있는 값 보기: orchestral config explain ${key}`,
  }),
  'config.wrong_place': ({ key, place }) => ({
    message:
      place === 'user'
        ? `${withParticle(key, '은/는')} 프로젝트별로만 설정할 수 있습니다`
        : `${withParticle(key, '은/는')} 저장소가 아니라 사용자만 설정할 수 있습니다`,
    hint: place === 'user' ? '--user를 빼세요' : '--user를 붙이세요',
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
  'usage.dashed_text': ({ command, text }) => ({
    message: `'-'로 시작하는 글은 옵션으로 읽힙니다: '${text}'`,
    hint: `글이라면 앞에 --를 넣으세요: orchestral ${command} -- "…"`,
  }),
  'usage.unknown_step': ({ step, roles, suggestion }) => ({
    message: `'${step}' 단계는 없습니다`,
    hint: didYouMean(suggestion) ?? `역할(${roles.join(', ')})이나 작업 id를 적으세요`,
  }),
  'usage.unknown_document': ({ name, suggestion }) => ({
    message: `'${name}' 문서는 없습니다`,
    hint: didYouMean(suggestion) ?? '문서 이름 보기: orchestral schema',
  }),
  'usage.unknown_branch': ({ branch, suggestion }) => ({
    message: `'${branch}' 브랜치가 없습니다`,
    hint: didYouMean(suggestion) ?? '브랜치 보기: git branch',
  }),
  'usage.value_missing': ({ option }) => ({
    message: `'${option}' 옵션에는 값이 필요합니다`,
    hint: '옵션 보기: --help를 붙이세요',
  }),
  'usage.not_a_choice': ({ option, value, choices }) => ({
    message: `'${option}'에는 '${value}' 값을 쓸 수 없습니다`,
    hint: `다음 중에서 고르세요: ${choices.join(', ')}`,
  }),
  'usage.not_a_number': ({ option, value, least }) => ({
    message: `'${option}' 옵션에는 ${least} 이상의 정수를 쓰세요. '${value}' 값은 쓸 수 없습니다`,
    hint: `예: ${option} ${least}`,
  }),
  'usage.argument_missing': ({ command, missing }) => ({
    message: `'${command}' 명령에는 인자가 필요합니다: ${missing}`,
    hint: `사용법 보기: orchestral ${command.split(' ')[0]} --help`,
  }),
  'usage.too_many_arguments': ({ command }) => ({
    message: `'${command}' 명령에 인자가 너무 많습니다`,
    hint: `사용법 보기: orchestral ${command} --help`,
  }),
  'usage.place_unknown': () => ({
    message: '경로만으로는 어떤 문서인지 알 수 없습니다',
    hint: '--as NAME을 붙이세요. 이름 보기: orchestral schema',
  }),
  'usage.folder_not_empty': ({ folder }) => ({
    message: `${folder}: 빈 폴더가 아닙니다`,
    hint: '새 폴더를 지정하거나 생략하세요(임시 폴더를 만듭니다): orchestral demo',
  }),
  'usage.not_a_lock': () => ({ message: '이 프로젝트의 잠금이 아닙니다', hint: '잠금 보기: orchestral unlock' }),
  'project.unsuitable': ({ folder, why }) => ({
    message: {
      root: `${folder}: 프로젝트가 아니라 파일 시스템의 맨 위입니다`,
      home: `${folder}: 프로젝트가 아니라 홈 폴더입니다`,
      bare: `${folder}: 작업할 파일이 없는 bare 저장소입니다`,
    }[why],
    hint: '프로젝트 폴더로 옮기거나 --project로 지정하세요.',
  }),
  'project.link_leaves': ({ link }) => ({
    message: `${link}: 프로젝트 밖을 가리키는 링크입니다`,
    hint: '폴더로 바꾸세요. Orchestral은 자기 파일을 프로젝트 안에서만 읽고 씁니다.',
  }),
  'project.not_a_folder': ({ folder }) => ({
    message: `${withParticle(folder, '은/는')} 폴더가 아닙니다`,
    hint: '있는 폴더를 지정하세요',
  }),
  'agent.none_installed': () => ({
    message: '설치된 코딩 에이전트가 없습니다',
    hint: '하나를 설치하세요. 예: Claude Code: npm install -g @anthropic-ai/claude-code',
  }),
  'agent.not_installed': ({ backend }) => ({
    message: `${withParticle(backend, '이/가')} 설치되어 있지 않거나 PATH에 없습니다`,
    hint: `설치: ${installCommands[backend]}. 다른 에이전트 보기: orchestral agents`,
  }),
  'agent.too_old': ({ backend, version, needed }) => ({
    message: `${backend} ${version} 버전은 너무 오래되었습니다. ${needed} 이상이 필요합니다`,
    hint: `업데이트: ${updateCommands[backend]}. 다른 에이전트 보기: orchestral agents`,
  }),
  'agent.no_command': ({ backend }) => ({
    message:
      backend === 'rehearsal' ? '리허설에 스크립트가 없습니다' : `백엔드 '${backend}'에 실행할 프로그램이 없습니다`,
    hint: `--agent ${backend}:${backend === 'rehearsal' ? 'SCRIPT' : 'PROGRAM'} 또는 .orchestral/config/agents.json에서 지정하세요`,
  }),
  'budget.reached': ({ limit, spent }) => ({
    message: `예산을 모두 썼습니다(한도 $${limit}, 지금까지 $${spent.toFixed(2)}). 작업을 잠시 중지했습니다`,
    hint: '한도를 올리면 계속합니다: orchestral config set agents.limits.total_cost_usd N',
  }),
  'trust.needed': ({ count, unconfined }) => ({
    message: unconfined
      ? `샌드박스가 없어 이 저장소의 준비 명령과 테스트가 사용자의 모든 권한으로 실행됩니다(명령 ${count}개)`
      : `이 저장소의 설정은 아직 승인하지 않은 명령 ${count}개를 실행합니다`,
    hint: '내용을 보고 승인하세요: orchestral trust(묻지 않고 이번만: --trust)',
  }),
  'sandbox.absent': () => ({
    message: '설정은 샌드박스를 요구하지만 bubblewrap(bwrap)이 없거나 여기서 쓸 수 없습니다',
    hint: 'bubblewrap을 설치하거나 .orchestral/config/agents.json에서 "sandbox": "auto"로 바꾸세요',
  }),
  'home.unknown': () => ({ message: '상태를 둘 홈 폴더가 없습니다', hint: 'HOME이나 XDG_STATE_HOME을 설정하세요' }),
  'tmux.absent': () => ({
    message: 'tmux가 설치되어 있지 않습니다',
    hint: 'tmux를 설치하거나, --tmux 없이 실행하고 orchestral logs -f로 지켜보세요',
  }),
  'tmux.failed': ({ command, said }) => ({
    message: `tmux ${command} 실패${said === '' ? '' : `: ${said}`}`,
    hint: '--tmux 없이 실행하고 orchestral logs -f로 지켜보세요',
  }),
  'output.lost': ({ errno }) => ({ message: `결과를 출력하지 못했습니다(${errno})` }),
  'prove.unknown': ({ name }) => ({
    message: `${name}: 작업이 있는 실행도, 작업도, 앞선 커밋이 있는 브랜치나 커밋도 아닙니다`,
    hint: '실행 목록 보기: orchestral runs',
  }),
  'prove.no_tests': () => ({
    message: '이 프로젝트에는 실행할 테스트가 없습니다',
    hint: '명령 설정하기: orchestral config set project.test_command "npm test"',
  }),
  'verify.unknown': ({ name }) => ({
    message: `${name}: 실행도 커밋도 아닙니다`,
    hint: '실행 목록 보기: orchestral runs',
  }),
  'question.unknown': ({ id }) => ({
    message: `${id}에 대한 질문이 없습니다`,
    hint: '목록 보기: orchestral answer',
  }),
  'question.which': ({ ids }) => ({
    message: `답할 질문이 여럿입니다: ${formatNames(ids)}`,
    hint: `하나를 고르세요: orchestral answer ${ids[0] ?? ''} --allow all`,
  }),
  'question.no_item': ({ id, item, most }) => ({
    message: `'${item}' 번호가 없습니다. ${id}의 발견 사항은 ${most}개입니다`,
    hint: `번호를 적거나(--allow 1,${most}) 모두 허용하세요: --allow all`,
  }),
  'answer.needed': () => ({
    message: '답이 필요하지만 물어볼 터미널이 없습니다',
    hint: '터미널에서 실행하거나 --yes를 붙이세요',
  }),
  'preflight.disk_low': ({ mount, free, needed }) => ({
    message: `${mount}에 워크트리를 둘 공간이 부족합니다: 남은 공간 ${formatSize(free)}, 필요한 공간 ${formatSize(needed)}`,
    hint: '공간을 비우거나 .orchestral/config/project.json의 worktree_root를 다른 곳으로 정하세요',
  }),
  'preflight.lfs_missing': ({ program }) => ({
    message: `이 저장소는 Git LFS를 쓰는데 ${withParticle(program, '이/가')} 설치되어 있지 않습니다`,
    hint: 'Git LFS를 설치하세요: https://git-lfs.com',
  }),
  'preflight.lfs_untrusted': () => ({
    message: 'Git LFS가 이 저장소의 설정에만 적혀 있어 Orchestral이 실행하지 않습니다',
    hint: '사용자 설정에 추가하세요: git lfs install',
  }),
  'preflight.objects_missing': ({ branch, count }) => ({
    message: `이 부분 클론에는 ${branch}의 객체 ${count}개가 없으며, Orchestral은 아무것도 내려받지 않습니다`,
    hint: `전체를 체크아웃하면 받아집니다: git sparse-checkout disable && git checkout ${branch}`,
  }),
  'preflight.folder_not_in_base': ({ folder, branch }) => ({
    message: `${branch}에는 ${withParticle(folder, '이/가')} 없어 에이전트가 볼 수 없습니다`,
    hint: '그 브랜치에 커밋하거나 따로 저장소로 만드세요: git init',
  }),
  'preflight.holds_private_folder': ({ folder, inside }) => ({
    message: `${folder} 폴더는 git 저장소가 아니며, 그 안의 ${inside}에 Orchestral의 파일이 있어 복사할 수 없습니다`,
    hint: '프로젝트 폴더로 가거나 --project DIR로 지정하세요',
  }),
  'shadow.too_large': ({ folder, files, bytes, limits }) => ({
    message: `${withParticle(folder, '은/는')} 복사하기에 너무 큽니다: 파일 ${files}개, ${formatSize(bytes)}. 최대 파일 ${limits.files}개, ${formatSize(limits.bytes)}`,
    hint: '에이전트에게 필요 없는 것을 그곳의 .gitignore에 적거나, git 저장소로 만드세요',
  }),
  'copy.conflict': ({ paths }) => ({
    message: `작업이 시작된 뒤에 바뀐 파일을 덮어쓰게 됩니다: ${formatNames(paths)}`,
    hint: '바꾼 내용을 다른 곳에 옮긴 뒤 다시 승인하거나, 반려하여 다시 만들게 하세요',
  }),
  'copy.impossible': ({ path, why }) => ({
    message: `${withParticle(path, '은/는')} 복사할 수 없습니다: ${why === 'name' ? '이름이 UTF-8이 아닙니다' : '별도의 git 저장소입니다'}`,
    hint: '그 이유를 적어 반려하면 에이전트가 다시 만듭니다',
  }),
  'checks.stale_tree': ({ folder, expected, found }) => ({
    message: `${folder}에 검사할 ${withParticle(expected.slice(0, 7), '이/가')} 아니라 ${withParticle(found.slice(0, 7), '이/가')} 있습니다. 아무것도 실행하지 않았습니다`,
    hint: '무언가가 이 폴더를 바꿨습니다. 이어서 하면 폴더를 다시 만듭니다',
  }),
  'checks.not_started': ({ command, reason }) => ({
    message: `시작할 수 없습니다: ${command} (${reason})`,
    hint: '무엇이 없는지 보기: orchestral doctor',
  }),
  'checks.setup_failed': ({ command, ending, tail, cause, error }) => ({
    message: `프로젝트를 준비하지 못했습니다: ${because(cause) ?? error ?? `${command} (${ending})`}`,
    ...(error === undefined && { output: tail }),
    hint: '새로 복제한 폴더에서 되게 하거나 명령을 바꾸세요: orchestral config set project.setup_command "…"',
  }),
  'checks.cannot_run': ({ command, ending, tail, cause }) => ({
    message: `변경 전 프로젝트에서 테스트를 실행할 수 없습니다: ${because(cause) ?? `${command} (${ending})`}`,
    output: tail,
    hint: '새로 복제한 폴더에서 되게 하거나 명령을 바꾼 뒤 이어서 하세요: orchestral config set project.test_command "…"',
  }),
  'checks.copy_refused': ({ file, why }) => ({
    message: `${withParticle(file, '은/는')} 워크트리에 복사하지 않습니다: ${refusals[why]}`,
    hint: ".orchestral/config/project.json의 'copy'에서 빼고 이어서 하세요. 'copy'에는 git이 무시하는 파일만 적습니다",
  }),
  'shown.changed': ({ what }) => ({
    message: `보신 뒤에 ${shown[what]} 바뀌었습니다. 아무것도 하지 않았습니다`,
    hint: '다시 확인하고 결정하세요',
  }),
  'settings.invalid': ({ file, count }) => ({
    message: `저장하지 않았습니다. ${file}에 문제가 ${count}개 생깁니다`,
  }),
};

const shown = {
  settings: '설정이',
  knowledge: '지식이',
  clean: '지울 것이',
  trust: '실행할 것이',
} as const;

const kinds: Readonly<Record<string, string>> = {
  folder: '폴더',
  'symbolic link': '심볼릭 링크',
  socket: '소켓',
  device: '장치',
};

function by(holder: Holder | null): string {
  if (holder === null) return '알 수 없는 프로세스';
  const { pid, host, command, since } = holder;
  return `${host}의 프로세스 ${pid}(${command}), ${formatTime(since)}부터`;
}

function waitOrStop({ command }: Holder): string {
  return command === 'auto'
    ? '끝나기를 기다리거나 중지하세요: orchestral auto stop'
    : '끝나기를 기다리거나 중지하세요: orchestral stop';
}

/** Of `auto resmue` ` auto`. */
function below(command: string): string {
  const [group, ...rest] = command.split(' ');
  return rest.length === 0 ? '' : ` ${group}`;
}

function didYouMean(suggestion: string | null): string | null {
  return suggestion === null ? null : `혹시 '${suggestion}'${particleOf(suggestion, '을/를')} 입력하려던 건가요?`;
}

const FOR_ALL_PROJECTS = '; 모든 프로젝트에 적용하기: orchestral config set KEY VALUE --user';

const SHOWN_NAMES = 5;

export function formatNames(names: readonly string[]): string {
  const more = names.length - SHOWN_NAMES;
  return `${names.slice(0, SHOWN_NAMES).join(', ')}${more > 0 ? ` 외 ${more}개` : ''}`;
}

export function leftAlone(why: string, about = ''): string {
  switch (why) {
    case 'changed_files':
      return '변경된 파일이 있습니다';
    case 'operation_in_progress':
      return `진행 중인 git 작업이 있습니다${about}`;
    case 'index_locked':
      return `git이 잠가 두었습니다${about}`;
    case 'folder_missing':
      return '그 폴더가 없습니다';
    default:
      return `반영할 수 없습니다${about}`;
  }
}

function because(cause: FailedChecks['cause']): string | undefined {
  return cause === undefined ? undefined : causes[cause.code](cause.detail);
}

const causes: Readonly<Record<CannotRunCode, (detail: string) => string>> = {
  no_interpreter: (program) => `${withParticle(program, '이/가')} 설치되어 있지 않음`,
  command_not_found: (program) => `${program} 명령이 없음`,
  not_executable: (line) => `실행 권한이 없음 (${line})`,
  no_virtual_environment: (program) => `가상 환경이 없음: ${program}`,
  runner_not_installed: (runner) => `테스트 러너가 설치되어 있지 않음: ${runner}`,
  lock_contradicts_manifest: (line) => `잠금 파일이 매니페스트와 맞지 않음 (${line})`,
  waits_for_input: (line) => `입력을 기다림 (${line})`,
  timed_out: () => '시간이 너무 오래 걸림 (.orchestral/config/project.json의 test_timeout)',
  idle: () => '5분 동안 출력이 없음',
  connection_refused: (address) => `실패한 모든 테스트에서 ${address} 연결이 거부됨`,
  too_many_processes: (line) => `프로세스를 더 시작할 수 없음: 샌드박스는 4,096개까지 허용함(${line})`,
  file_too_large: (line) => `파일 크기가 샌드박스의 한도인 16 GiB에 도달함${line === '' ? '' : `(${line})`}`,
  no_space: (line) => `디스크나 샌드박스의 /tmp에 남은 공간이 없음(${line})`,
  killed: () => '강제로 종료됨(SIGKILL): 메모리가 모자랐을 가능성이 큼',
  too_much_output: () => '출력이 256 MiB를 넘음',
  wrong_version: (line) => `언어의 다른 버전이 필요함 (${line})`,
};

const refusals = {
  outside: '프로젝트 밖에 있습니다',
  not_regular: '일반 파일이 아닙니다',
  tracked: 'git이 관리하므로 이미 있습니다',
  not_ignored: 'git이 무시하지 않으므로 커밋될 것입니다',
  too_large: '너무 큽니다',
};
