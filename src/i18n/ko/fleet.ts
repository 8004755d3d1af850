import type { Catalogue } from '../catalogue.ts';
import type { FleetFailures, FleetNotices } from '../sentence.ts';

export const fleetFailures: FleetFailures = {
  'fleet.packages_missing': () => ({
    message: '플릿에 필요한 BullMQ와 ioredis가 설치되어 있지 않습니다',
    hint: 'Orchestral과 함께 설치하세요: npm install -g bullmq@6 ioredis@6',
  }),
  'fleet.no_url': () => ({
    message: '플릿 주소가 지정되지 않았습니다',
    hint: '--fleet redis://HOST:6379를 붙이거나 한 번만 설정하세요: orchestral config set fleet.url redis://HOST:6379 --user',
  }),
  'fleet.bad_url': ({ url }) => ({
    message: `Redis 주소가 아닙니다: ${url}`,
    hint: 'redis://HOST:6379 또는 TLS를 쓰는 rediss://USER:PASSWORD@HOST:6379 형식으로 쓰세요',
  }),
  'fleet.unreachable': ({ url, reason }) => ({
    message: `${url}에 연결할 수 없습니다: ${reason}`,
    hint: 'Redis가 실행 중인지, 이 컴퓨터의 접속이 허용되는지, 사용자와 비밀번호가 맞는지 확인하세요',
  }),
  'fleet.old_redis': ({ version }) => ({
    message: `이 Redis는 ${version} 버전입니다. 플릿에는 Redis 또는 Valkey 7 이상이 필요합니다`,
    hint: '업데이트하세요',
  }),
  'fleet.no_key': () => ({
    message: '이 컴퓨터에 플릿 키가 없어 어떤 워커도 작업을 받지 않습니다',
    hint: '키를 만드세요: orchestral fleet key. 출력된 줄을 워커마다 전달하세요',
  }),
  'fleet.no_worker_key': () => ({
    message: '이 워커에 플릿 키가 없습니다',
    hint: '컨덕터의 컴퓨터에서 orchestral fleet key > fleet.key를 실행하고, 그 파일을 여기로 복사한 뒤 --key fleet.key를 붙이세요',
  }),
  'fleet.bad_key': () => ({
    message: '플릿 키가 아닙니다',
    hint: '키는 orchestral-fleet-1로 시작하는 한 줄입니다. 컨덕터의 컴퓨터에서 출력하세요: orchestral fleet key',
  }),
  'fleet.no_remote': () => ({
    message: '이 저장소에 원격 저장소가 없어 워커가 커밋을 받을 수 없습니다',
    hint: '모두가 접근할 수 있는 주소를 지정하세요: orchestral config set fleet.remote ADDRESS --user',
  }),
  'fleet.remote_refused': ({ why, detail }) => ({
    message: `플릿의 git 원격 저장소와 커밋을 주고받지 못했습니다(${why}): ${detail}`,
    hint: '이 컴퓨터가 그곳의 refs/orchestral/을 읽고 쓸 수 있는지 확인하세요',
  }),
  'fleet.refused': ({ code, reason }) => ({
    message: `단계를 수행할 수 있는 워커가 없습니다(${code}): ${reason}`,
    hint: '워커에서 문제를 해결한 뒤 명령을 다시 실행하세요. 잃은 것은 없습니다',
  }),
  'fleet.no_such_worker': ({ named }) => ({
    message: `'${named}' 워커가 없습니다`,
    hint: '전체 목록: orchestral fleet status',
  }),
};

export const fleetNotices: FleetNotices = {
  'fleet.lost': ({ url, reason }) =>
    `${url}의 플릿에 연결할 수 없습니다${reason === '' ? '' : `(${reason})`}. 기다리는 중이며 잃은 것은 없습니다`,
  'fleet.back': () => '플릿에 다시 연결되었습니다',
  'fleet.not_durable': () =>
    '이 Redis는 비정상 종료되면 아무것도 남기지 않습니다. AOF를 켜세요(CONFIG SET appendonly yes, redis.conf에도). 끄면 비정상 종료 뒤 대기 중인 단계가 다시 시작됩니다',
  'fleet.no_workers': () =>
    '아직 워커가 없습니다. 워커가 올 때까지 단계가 기다립니다(다른 컴퓨터나 터미널에서 orchestral worker)',
  'fleet.remote_away': ({ detail }) => `플릿의 git 원격 저장소에 연결할 수 없어 다시 시도합니다: ${detail}`,
  'fleet.check_refused': ({ code, reason }) =>
    `검사를 수행할 수 있는 워커가 없어(${code}: ${reason}) 이 컴퓨터에서 검사합니다`,
};

export const fleetScreens: Pick<Catalogue, 'fleet'> = {
  fleet: {
    ready: (name, concurrency, labels) =>
      `${name} 준비됨: 동시에 ${concurrency}단계${labels.length === 0 ? '' : `, 레이블 ${labels.join(', ')}`}`,
    began: (effect, role) => `${effect}  ${role}`,
    ended: (effect, how) => `${effect}  ${how}`,
    outcomes: {
      done: '완료',
      proved: '완료',
      limited: '돌려줌: 이 워커의 제공사가 기다리게 합니다',
      refused: '돌려줌',
    },
    refused: {
      unsigned: '이 플릿의 컨덕터가 서명하지 않은 작업을 거부했습니다',
      unknown: '컨덕터가 원하지 않거나 더는 원하지 않는 작업을 거부했습니다',
      protocol: '컨덕터가 다른 버전의 Orchestral을 씁니다. 같은 버전을 설치하세요. 그때까지 기다립니다',
    },
    paused: (minutes) => `${minutes}분 동안 작업을 받지 않습니다`,
    draining: '작업을 더 받지 않고, 실행 중인 작업이 끝나면 종료합니다(바로 끝내려면 한 번 더 중단하세요)',
    ended_all: '종료했습니다',
    keyHints: {
      step: '이 줄을 안전한 방법으로 워커에 전달하세요. 이 키가 있으면 누구나 워커가 될 수 있습니다',
      check:
        '이 줄을 테스트를 실행할 워커에 안전한 방법으로 전달하세요. 그 워커가 말하는 테스트 결과는 그대로 반영되므로, 이 키가 있으면 누구나 나쁜 작업을 통과시킬 수 있습니다',
    },
    workers: '워커',
    none: '워커가 없습니다.',
    columns: {
      worker: '워커',
      takes: '맡는 일',
      state: '상태',
      load: '부하',
      version: '버전',
      labels: '레이블',
      done: '완료',
    },
    takes: { step: '단계', check: '검사' },
    states: { working: '작업 중', limited: '제공사 대기', draining: '종료 준비', other_version: '다른 버전' },
    queue: (waiting, active) => `대기열: 대기 ${waiting}, 수행 중 ${active}`,
    queueOf: (label, waiting, active) => `대기열 ${label}: 대기 ${waiting}, 수행 중 ${active}`,
    isPaused: '일시 정지됨: 새로 시작하지 않습니다(계속하려면 orchestral fleet resume)',
    pausedAll:
      '플릿을 일시 정지했습니다. 실행 중인 단계는 계속되고 새 단계는 시작하지 않습니다. 계속하려면: orchestral fleet resume',
    resumed: '플릿이 다시 진행됩니다.',
    drained: (count) => `워커 ${count}개가 단계를 마치면 종료합니다.`,
    forgotten: (keys) => `Redis 항목 ${keys}개를 삭제했습니다.`,
    forgetQuestion: '이 플릿의 대기열을 모두 삭제할까요? 실행 중인 단계는 다시 시작됩니다.',
  },
};
