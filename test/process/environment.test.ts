import { expect, test } from 'vitest';
import { allowedEnvironment } from '../../src/process/environment.ts';

test('where things are and how to reach the network passes, and nothing else', () => {
  const passes = {
    PATH: '/bin',
    HOME: '/home/me',
    LC_ALL: 'ko_KR.UTF-8',
    XDG_STATE_HOME: '/state',
    https_proxy: 'http://proxy',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    JAVA_HOME: '/java',
  };
  const stays = {
    ANTHROPIC_API_KEY: 'secret',
    GITHUB_TOKEN: 'secret',
    AWS_SECRET_ACCESS_KEY: 'secret',
    SSH_AUTH_SOCK: '/agent',
    GIT_DIR: '/elsewhere',
    LD_PRELOAD: '/evil.so',
    NODE_OPTIONS: '--require /evil.js',
    BASH_ENV: '/evil.sh',
    ORCHESTRAL_EFFECT: 'x@1',
    PATHEXT: '.EXE',
    HOMEPAGE: undefined,
  };
  expect(allowedEnvironment({ ...passes, ...stays })).toEqual(passes);
});

test('what the caller names is added, and wins', () => {
  const extra = { ANTHROPIC_API_KEY: 'its own', PATH: '/only/here' };
  expect(allowedEnvironment({ PATH: '/bin', HOME: '/home/me' }, extra)).toEqual({ HOME: '/home/me', ...extra });
});
