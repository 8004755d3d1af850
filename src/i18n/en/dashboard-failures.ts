import { formatSize } from '../format.ts';
import type { DashboardFailures } from '../sentence.ts';

/** What the dashboard's server refuses, and why. */
export const dashboardFailures: DashboardFailures = {
  'http.host': ({ host }) => ({ message: `this server does not answer to the name ${host}` }),
  'http.origin': ({ origin }) => ({ message: `pages from ${origin} may not use this server` }),
  'http.cross_site': ({ site }) => ({ message: `requests from other sites are refused (${site})` }),
  'http.method': ({ method }) => ({ message: `${method} is not possible here` }),
  'http.content_type': () => ({ message: 'only JSON is accepted', hint: 'send it as application/json' }),
  'http.signed_out': () => ({
    message: 'this browser is not signed in, or the server was restarted',
    hint: 'open the link that orchestral dashboard prints',
  }),
  'http.locked_out': ({ seconds }) => ({
    message: 'too many wrong tokens',
    hint: `try again in ${seconds} seconds`,
  }),
  'http.programs_only': () => ({ message: 'only the command line may ask for this' }),
  'http.csrf': () => ({ message: 'the token for changes is missing or wrong', hint: 'reload the page' }),
  'http.too_large': ({ limit }) => ({ message: `this is too large: at most ${formatSize(limit)}` }),
  'http.invalid': ({ part }) => ({ message: `the ${part} of the request is not valid` }),
  'http.unknown': ({ name }) => ({ message: `there is no ${name}` }),
  'http.bug': () => ({
    message: 'internal server error',
    hint: 'everything so far is saved; reload the page',
  }),
  'dashboard.not_conducted': ({ reason }) => ({
    message: `it is saved, but could not be started: ${reason}`,
    hint: null,
  }),
  'comment.unknown': ({ comment }) => ({ message: `there is no comment ${comment}` }),
  'dashboard.not_started': ({ seconds }) => ({
    message: `the dashboard did not start within ${seconds} seconds`,
    hint: 'see why: orchestral dashboard --foreground',
  }),
  'dashboard.no_port': ({ port }) => ({
    message: `there is no free port from ${port} upwards`,
    hint: 'set another web_port in .orchestral/config/global.json',
  }),
  'dashboard.remote_refused': ({ why, given }) => ({ message: remoteRefusals[why](given) }),
  'dashboard.refused': ({ said }) => ({ message: said }),
  'dashboard.no_device': ({ device }) => ({
    message: `no device ${device} is paired`,
    hint: 'list them: orchestral dashboard --devices',
  }),
};

const remoteRefusals = {
  wildcard: (given: string) => `${given} means all addresses of this machine; name the one that devices should use`,
  unresolved: (given: string) => `${given} is not an address, and not a name that resolves to one`,
  taken: (given: string) => `another program listens on ${given}; name another port, as in ADDRESS:8443`,
  absent: (given: string) => `${given} is not an address of this machine`,
  public_url: (given: string) => `${given} is not a public address: use https://NAME without a path`,
  certificate: (given: string) => `the certificate, its key and ${given} do not match`,
  half_certificate: () => '--cert and --key are needed together',
} as const;
