import type { PullRequestFailures } from '../sentence.ts';
import type { pullRequestScreens as english } from '../en/pull-requests.ts';
import { withParticle } from './particle.ts';

export const pullRequestFailures: PullRequestFailures = {
  'forge.unknown_host': ({ host }) => ({
    message: `gh와 glab 모두 ${host}에 로그인되어 있지 않습니다`,
    hint: `로그인하세요: gh auth login --hostname ${host} 또는 glab auth login --hostname ${host}. 그다음 명령을 다시 실행하세요. 또는: orchestral pull-request sync`,
  }),
  'forge.no_program': ({ program, host }) => ({
    message: `${host}에 필요한 ${withParticle(program, '이/가')} 설치되어 있지 않습니다`,
    hint: `설치하고 로그인하세요: ${program} auth login --hostname ${host}. 그다음 명령을 다시 실행하세요. 또는: orchestral pull-request sync`,
  }),
  'forge.signed_out': ({ program, host }) => ({
    message: `${withParticle(program, '이/가')} ${host}에 로그인되어 있지 않거나 로그인이 만료되었습니다`,
    hint: `로그인하세요: ${program} auth login --hostname ${host}. 그다음 명령을 다시 실행하세요. 또는: orchestral pull-request sync`,
  }),
  'forge.denied': ({ host, message }) => ({
    message: `${host}에서 허용하지 않습니다${message === '' ? '' : `: ${message}`}`,
    hint: '저장소 쓰기 권한을 받은 다음 명령을 다시 실행하세요. 또는: orchestral pull-request sync',
  }),
  'forge.not_found': ({ host, what }) => ({
    message: `${host}에 ${withParticle(what, '이/가')} 없습니다`,
    hint: '옮겨졌거나 지워졌는지, 읽을 수 있는지 확인한 다음 명령을 다시 실행하세요',
  }),
  'forge.refused': ({ host, message }) => ({
    message: `${host}에서 거부했습니다: ${message}`,
    hint: '바로잡은 다음 명령을 다시 실행하세요. 또는: orchestral pull-request sync',
  }),
  'forge.limited': ({ host, seconds }) => ({
    message: `${host}의 요청 한도를 넘었습니다${seconds === null ? '' : ` (${seconds}초 뒤에 풀립니다)`}`,
    hint: '나중에 명령을 다시 실행하세요. 또는: orchestral pull-request sync',
  }),
  'forge.unreachable': ({ host, reason }) => ({
    message: `${host}에서 응답이 없습니다${reason === '' ? '' : `: ${reason}`}`,
    hint: '응답하게 되면 명령을 다시 실행하세요. 또는: orchestral pull-request sync',
  }),
  'forge.garbage': ({ host, what }) => ({
    message: `${host}의 응답을 알아볼 수 없습니다 (${what})`,
    hint: '잠시 뒤 명령을 다시 실행하세요. 또는: orchestral pull-request sync',
  }),
  'pull_request.no_host': ({ address }) => ({
    message: `${address}에는 풀 리퀘스트를 여는 호스트가 없습니다`,
    hint: '올라간 브랜치를 직접 병합하세요. 풀 리퀘스트를 열지 않으려면: orchestral config set project.delivery branch',
  }),
  'pull_request.not_fetched': ({ remote, reason }) => ({
    message: `${withParticle(remote, '을/를')} 읽을 수 없습니다${reason === '' ? '' : `: ${reason}`}`,
    hint: `직접 해 보세요: git fetch ${remote}. 그다음: orchestral pull-request sync`,
  }),
  'pull_request.none': ({ named }) => ({
    message: `${named}에서 올린 작업이 없습니다`,
    hint: '켜기: orchestral config set project.delivery pull-request. 그다음: orchestral approve',
  }),
  'pull_request.not_pushed': ({ id, why, detail, again }) => {
    const [first = '', ...rest] = detail;
    return {
      message: `${id}의 작업을 올리지 않았습니다: ${refusals[why]?.(first, rest) ?? [why, ...detail].join(' ')}`,
      hint: nextCommand(why, { id, first, rest, again }),
    };
  },
  'pull_request.published': ({ id, url }) => ({
    message: `${withParticle(id, '은/는')} 이미 올라가 있습니다: ${url}`,
    hint: `상태 보기: orchestral pull-request sync ${id}`,
  }),
  'pull_request.stranger': ({ issue, author }) => ({
    message: `${withParticle(issue, '을/를')} 쓴 ${author}에게는 저장소 쓰기 권한이 없어 에이전트에게 넘기지 않습니다`,
    hint: '읽어 보고 필요한 일이면 직접 적어 시작하세요: orchestral start "…"',
  }),
  'pull_request.not_an_issue': ({ named, repository }) => ({
    message: `${withParticle(named, '은/는')} ${repository}의 이슈가 아닙니다`,
    hint: '번호나 주소를 주세요: orchestral start --issue 12',
  }),
  'pull_request.no_remote': () => ({
    message: '이 저장소에는 원격 저장소가 없어 읽을 이슈가 없습니다',
    hint: '추가하기: git remote add origin URL',
  }),
  'pull_request.no_issues': ({ label }) => ({
    message: `쓰기 권한이 있는 사람이 쓴, ${label} 레이블의 열린 이슈가 없습니다`,
    hint: '레이블을 확인한 다음: orchestral auto import --issues LABEL',
  }),
};

type Refusal = (first: string, rest: readonly string[]) => string;

const refusals: Readonly<Record<string, Refusal | undefined>> = {
  no_remote: (base) => `${base} 브랜치를 올릴 원격 저장소가 없습니다`,
  remote_changed: (remote, [before = '', now = '']) =>
    `${withParticle(remote, '이/가')} ${before}에서 ${withParticle(now, '으로/로')} 바뀌었습니다`,
  others_pushed: (branch, commits) =>
    `다른 사람이 ${branch}에 커밋을 올렸습니다${commits.length === 0 ? '' : `: ${commits.join('; ')}`}`,
  protected: (remote, [said = '']) => `${remote}에서 이 브랜치를 보호합니다 (${said})`,
  denied: (remote, [said = '']) => `${remote}에 올릴 권한이 없습니다 (${said})`,
  signed_out: (remote, [said = '']) => `${remote}에서 사용자를 확인하지 못했습니다 (${said})`,
  unreachable: (remote, [said = '']) => `${remote}에 연결할 수 없습니다 (${said})`,
  failed: (remote, [said = '']) => `${remote}: ${said}`,
};

interface Next {
  readonly id: string;
  readonly first: string;
  readonly rest: readonly string[];
  readonly again: string;
}

function nextCommand(why: string, { id, first, rest, again }: Next): string {
  switch (why) {
    case 'no_remote':
      return `원격 저장소를 추가하세요: git remote add origin ADDRESS. 그다음: ${again}`;
    case 'remote_changed':
      return `그곳에 올리려면: ${again}. 되돌리려면: git remote set-url ${first} ${rest[0] ?? ''}`;
    case 'others_pushed':
      return id === 'auto'
        ? `직접 병합하세요: git fetch. 그다음: ${again}`
        : `병합하고 다시 테스트하기: orchestral rebase ${id}`;
    case 'protected':
    case 'denied':
      return `저장소 관리자에게 orchestral/* 브랜치를 올릴 권한을 요청하세요. 그다음: ${again}`;
    case 'signed_out':
      return `git push처럼 로그인하세요(ssh-add 또는 gh auth setup-git). 그다음: ${again}`;
    default:
      return `직접 해 보세요: git fetch ${first}. 그다음: ${again}`;
  }
}

export const pullRequestScreens: typeof english = {
  pullRequest: {
    answeredIn: (commit) => `${commit}에서 반영했습니다.`,
    replyTo: (author) => `@${author}`,
    criteria: '완료 조건',
    repeat: '증명을 다시 해 보는 방법',
    repeatHow: '이 커밋의 검사를 깨끗한 사본에서 다시 실행해 비교합니다',
    madeBy: (id) => `Orchestral로 만들었습니다, ${id}.`,
    titleOfList: (project, done, all) => `${project} 작업 목록: Phase ${all}개 중 ${done}개`,
    tasks: '작업',
    held: '사람을 기다립니다',
    failed: '하지 못했습니다',
    provenBy: (count) => `이것 없이는 테스트 ${count}개가 실패합니다`,
    request: '요청',
    proof: '증명된 것',
    opened: (url) => `풀 리퀘스트: ${url}`,
    pushed: (remote, branch) => `${remote}/${branch}에 올렸습니다`,
    openIt: (link) => `풀 리퀘스트를 여세요: ${link}`,
    noLink: (remote, branch) => `호스트에서 ${remote}/${branch}의 풀 리퀘스트를 여세요`,
    nonePublished:
      '아직 올린 작업이 없습니다. .orchestral/config/project.json에 "delivery": "pull-request"를 두면 승인한 작업을 올립니다',
    draft: '초안',
    merged: (commit) => `원격 저장소에서 ${withParticle(commit, '으로/로')} 병합되었습니다`,
    mergedHint: (base) => `체크아웃에 가져오려면: git pull (${base}에서)`,
    closed: '병합하지 않고 닫혔습니다',
    states: { open: '열림', closed: '닫힘', merged: '병합됨' },
    noNews: '새로운 것이 없습니다',
    checks: (passed, failed, pending) =>
      [
        `검사 ${passed}개 통과`,
        ...(failed > 0 ? [`${failed}개 실패`] : []),
        ...(pending > 0 ? [`${pending}개 실행 중`] : []),
      ].join(', '),
    remarks: (count) => `코멘트 ${count}개를 Builder에게 넘깁니다`,
    remarksToAgent: (count) => `코멘트 ${count}개를 에이전트에게 넘깁니다`,
    answered: (count) => `코멘트 ${count}개에 답했습니다`,
    others: (count) => `쓰기 권한이 없는 사람의 코멘트 ${count}개: 에이전트에게 넘기지 않습니다`,
    conflicts: (base) => `${withParticle(base, '와/과')} 충돌합니다`,
    amended: '코멘트를 반영했습니다',
    notAmended: '코멘트를 반영하지 못했습니다',
    theirs: '다른 사람이 이 브랜치에 커밋을 올렸습니다',
    syncs: '풀 리퀘스트 확인 중',
    sync: (id) => `상태 보기: orchestral pull-request sync ${id}`,
    goesOn: (id, pid) => `프로세스 ${pid}에서 ${withParticle(id, '와/과')} 풀 리퀘스트를 처리 중입니다`,
    nextLook: (seconds) => `${seconds}초 뒤에 다시 확인합니다`,
    issueBegins: (number, title, author) => `이슈 #${number}: ${title} (${author})`,
    issueQuestion: '이 브리핑으로 시작할까요?',
    issueSkipped: (number, author) => `#${number} 제외: ${author}에게 저장소 쓰기 권한이 없습니다`,
  },
};
