import { formatSize } from '../format.ts';
import type { DashboardFailures } from '../sentence.ts';

/** What the dashboard's server refuses, and why. */
export const dashboardFailures: DashboardFailures = {
  'http.host': ({ host }) => ({ message: `this server is not called ${host}` }),
  'http.origin': ({ origin }) => ({ message: `pages of ${origin} may not use this server` }),
  'http.cross_site': ({ site }) => ({ message: `requests from other sites are refused (${site})` }),
  'http.method': ({ method }) => ({ message: `${method} is not possible here` }),
  'http.content_type': () => ({ message: 'only JSON is taken', hint: 'send it as application/json' }),
  'http.signed_out': () => ({
    message: 'this browser is not signed in, or the server was started anew',
    hint: 'open the link that orchestral dashboard prints',
  }),
  'http.locked_out': ({ seconds }) => ({
    message: 'too many wrong tokens',
    hint: `try again in ${seconds} seconds`,
  }),
  'http.programs_only': () => ({ message: 'only the command line may ask for this' }),
  'http.csrf': () => ({ message: 'the token for changes is missing or wrong', hint: 'reload the page' }),
  'http.too_large': ({ limit }) => ({ message: `this is too large: at most ${formatSize(limit)}` }),
  'http.invalid': ({ part }) => ({ message: `the ${part} of the request is not as it should be` }),
  'http.unknown': ({ name }) => ({ message: `there is no ${name}` }),
  'http.bug': () => ({
    message: 'the server made a mistake',
    hint: 'what it did so far is recorded; reload the page',
  }),
  'dashboard.not_conducted': ({ reason }) => ({
    message: `it is recorded, but nobody goes on with it: ${reason}`,
    hint: null,
  }),
  'comment.unknown': ({ comment }) => ({ message: `there is no comment ${comment}` }),
  'dashboard.not_started': ({ seconds }) => ({
    message: `the dashboard did not start within ${seconds} seconds`,
    hint: 'see why: orchestral dashboard --foreground',
  }),
  'dashboard.no_port': ({ port }) => ({
    message: `no port is free from ${port} on`,
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
  wildcard: (given: string) => `${given} means all addresses of this machine; name the one that devices shall use`,
  unresolved: (given: string) => `${given} is no address, and no name that leads to one`,
  taken: (given: string) => `another program listens on ${given}; name another port, as in ADDRESS:8443`,
  absent: (given: string) => `${given} is no address of this machine`,
  public_url: (given: string) => `${given} is no public address: it has to be https://NAME, without a path`,
  certificate: (given: string) => `the certificate, its key and ${given} do not belong together`,
  half_certificate: () => '--cert and --key are needed together',
} as const;
