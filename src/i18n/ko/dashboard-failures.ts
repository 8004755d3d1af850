import { formatSize } from '../format.ts';
import type { DashboardFailures } from '../sentence.ts';
import { withParticle } from './particle.ts';

/** What the dashboard's server refuses, and why. */
export const dashboardFailures: DashboardFailures = {
  'http.host': ({ host }) => ({ message: `이 서버의 이름은 ${withParticle(host, '이/가')} 아닙니다` }),
  'http.origin': ({ origin }) => ({ message: `${origin}의 페이지는 이 서버를 쓸 수 없습니다` }),
  'http.cross_site': ({ site }) => ({ message: `다른 사이트의 요청은 거부합니다 (${site})` }),
  'http.method': ({ method }) => ({ message: `여기서는 ${withParticle(method, '을/를')} 쓸 수 없습니다` }),
  'http.content_type': () => ({ message: 'JSON만 받습니다', hint: 'application/json으로 보내세요' }),
  'http.signed_out': () => ({
    message: '이 브라우저는 로그인하지 않았거나, 서버가 새로 시작되었습니다',
    hint: 'orchestral dashboard가 출력하는 링크를 여세요',
  }),
  'http.locked_out': ({ seconds }) => ({
    message: '잘못된 토큰이 너무 많습니다',
    hint: `${seconds}초 뒤에 다시 시도하세요`,
  }),
  'http.programs_only': () => ({ message: '명령줄에서만 요청할 수 있습니다' }),
  'http.csrf': () => ({ message: '변경용 토큰이 없거나 틀립니다', hint: '페이지를 새로 고치세요' }),
  'http.too_large': ({ limit }) => ({ message: `너무 큽니다: 최대 ${formatSize(limit)}` }),
  'http.invalid': ({ part }) => ({ message: `요청의 ${withParticle(requestPart[part], '이/가')} 올바르지 않습니다` }),
  'http.unknown': ({ name }) => ({ message: `${withParticle(name, '이/가')} 없습니다` }),
  'http.bug': () => ({
    message: '서버에 오류가 있었습니다',
    hint: '지금까지 한 일은 저장되어 있습니다. 페이지를 새로 고치세요',
  }),
  'dashboard.not_conducted': ({ reason }) => ({
    message: `저장했지만 시작하지 못했습니다: ${reason}`,
    hint: null,
  }),
  'comment.unknown': ({ comment }) => ({ message: `코멘트 ${withParticle(comment, '이/가')} 없습니다` }),
  'dashboard.not_started': ({ seconds }) => ({
    message: `대시보드가 ${seconds}초 안에 시작되지 않았습니다`,
    hint: '이유 보기: orchestral dashboard --foreground',
  }),
  'dashboard.no_port': ({ port }) => ({
    message: `${port}번부터 빈 포트가 없습니다`,
    hint: '.orchestral/config/global.json의 web_port를 바꾸세요',
  }),
  'dashboard.remote_refused': ({ why, given }) => ({ message: remoteRefusals[why](given) }),
  'dashboard.refused': ({ said }) => ({ message: said }),
  'dashboard.no_device': ({ device }) => ({
    message: `연결된 기기 중에 ${withParticle(device, '이/가')} 없습니다`,
    hint: '목록 보기: orchestral dashboard --devices',
  }),
};

const remoteRefusals = {
  wildcard: (given: string) =>
    `${withParticle(given, '은/는')} 이 컴퓨터의 모든 주소를 뜻합니다. 기기가 쓸 주소 하나를 지정하세요`,
  unresolved: (given: string) => `${withParticle(given, '은/는')} 주소가 아니며, 주소로 이어지는 이름도 아닙니다`,
  taken: (given: string) =>
    `${withParticle(given, '을/를')} 다른 프로그램이 쓰고 있습니다. ADDRESS:8443처럼 다른 포트를 지정하세요`,
  absent: (given: string) => `${withParticle(given, '은/는')} 이 컴퓨터의 주소가 아닙니다`,
  public_url: (given: string) =>
    `${withParticle(given, '은/는')} 공개 주소가 아닙니다. 경로 없는 https://이름이어야 합니다`,
  certificate: (given: string) => `인증서, 키, ${withParticle(given, '이/가')} 서로 맞지 않습니다`,
  half_certificate: () => '--cert와 --key는 함께 지정해야 합니다',
} as const;

const requestPart = { path: '경로', query: '질의', body: '본문' } as const;
