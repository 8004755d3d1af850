/**
 * Stands for `glab` 1.53 where it is not installed: takes exactly the arguments that `glab api --help` names, reads the
 * address and the token from its configuration, and prints as it does (the status line ends with LF, headers with CRLF).
 */
export const STAND_IN_GLAB = `#!${process.execPath}
const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');

const fail = (said) => { process.stderr.write(said + '\\n'); process.exit(1); };
const [command, ...rest] = process.argv.slice(2);
if (command === '--version') { console.log('Current glab version: 1.53.0'); process.exit(0); }
if (command !== 'api') fail('Unknown command "' + command + '" for "glab"');

const WITH_VALUE = { '--field': 1, '-F': 1, '--header': 1, '-H': 1, '--hostname': 1, '--input': 1, '--method': 1, '-X': 1, '--raw-field': 1, '-f': 1 };
const WITHOUT = { '--include': 1, '-i': 1, '--paginate': 1, '--silent': 1 };
const flags = {};
const endpoints = [];
for (let n = 0; n < rest.length; n += 1) {
  const one = rest[n];
  if (WITH_VALUE[one]) flags[one.replace('-H', '--header')] = rest[(n += 1)] ?? fail('Flag needs an argument: ' + one);
  else if (WITHOUT[one]) flags[one] = true;
  else if (one.startsWith('-')) fail('Unknown flag: ' + one);
  else endpoints.push(one);
}
if (endpoints.length !== 1) fail('Accepts 1 arg(s), received ' + endpoints.length);

const folder = process.env.GLAB_CONFIG_DIR ?? path.join(process.env.HOME, '.config/glab-cli');
const file = path.join(folder, 'config.yml');
const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
if (text !== '' && (fs.statSync(file).mode & 0o777) !== 0o600) fail(file + ' has the permissions ' + (fs.statSync(file).mode & 0o777).toString(8) + ', but glab requires 600.');
const [, ofHost = ''] = text.split('  ' + flags['--hostname'] + ':\\n');
const valueOf = (key) => new RegExp('^    ' + key + ': (.*)$', 'm').exec(ofHost)?.[1];
const token = process.env.GITLAB_TOKEN ?? valueOf('token');
const host = valueOf('api_host');
if (host === undefined) fail('\\nx error connecting to ' + flags['--hostname'] + '\\n• Check your internet connection and status.gitlab.com.');

const send = (body) => {
  const headers = { ...(token && { 'Private-Token': token }) };
  if (flags['--header']) headers[flags['--header'].split(':')[0]] = flags['--header'].split(':')[1].trim();
  const method = flags['--method'] ?? 'GET';
  const request = http.request('http://' + host + '/api/v4/' + endpoints[0], { method, headers }, (response) => {
    let answer = '';
    response.setEncoding('utf8').on('data', (chunk) => (answer += chunk)).on('end', () => {
      const { statusCode, statusMessage } = response;
      const head = Object.entries(response.headers).map(([key, value]) => key + ': ' + value + '\\r\\n').join('');
      process.stdout.write((flags['--include'] ? 'HTTP/1.1 ' + statusCode + ' ' + statusMessage + '\\n' + head + '\\r\\n' : '') + answer);
      if (statusCode > 299) { process.stderr.write('glab: HTTP ' + statusCode + '\\n'); process.exitCode = 1; }
    });
  });
  request.on('error', ({ message }) => fail(message));
  request.end(body);
};
if (flags['--input'] === '-') { let body = ''; process.stdin.setEncoding('utf8').on('data', (chunk) => (body += chunk)).on('end', () => send(body)); }
else if (flags['--input'] !== undefined) fail('open ' + flags['--input'] + ': no such file');
else send('');
`;
