import type { TestRunner } from '../runner.ts';
import { addWords, ownName } from '../shell-words.ts';
import { countRest } from '../summary-line.ts';
import { fileName } from '../tree-path.ts';

export const dotnet: TestRunner = {
  name: 'dotnet',

  detect(project) {
    const projects = project.find((file) => /\.(?:sln|slnx|csproj|fsproj|vbproj)$/.test(file));
    const texts = projects.map((file) => project.text(file) ?? '');
    if (!texts.some((text) => text.includes('Microsoft.NET.Test.Sdk'))) return undefined;
    const measuresCoverage = texts.some((text) => text.includes('coverlet.collector'));
    return { line: 'dotnet test', takesArguments: true, measuresCoverage };
  },

  isCommand: (words) => words[0] === 'dotnet' && words[1] === 'test' && !words.includes('--'),

  command(line, { only, coverage, reports }) {
    const words = ['--logger', 'trx', '--results-directory', reports];
    if (coverage) words.push('--collect', 'XPlat Code Coverage');
    const parts = [
      ...(only?.files ?? []).map((file) => fileName(file).replace(/\.\w+$/, '')),
      ...(only?.names ?? []).map((name) => ownName(name).replace(/\(.*$/, '')),
    ];
    const filter = parts.map((part) => `FullyQualifiedName~${part.replace(/[\\()&|=!~]/g, String.raw`\$&`)}`);
    if (filter.length > 0) words.push('--filter', filter.join('|'));
    return addWords(line, words);
  },

  reports: [
    { format: 'trx', below: 'reports', fits: (path) => path.endsWith('.trx') },
    { format: 'summary', printed: true },
  ],
  coverage: { format: 'cobertura', fits: (path) => path.endsWith('coverage.cobertura.xml') },

  configuration: [/\.runsettings$/, /(?:^|\/)(?:[\w.]+\.)?(?:xunit\.runner|testconfig)\.json$/],

  // `Passed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3, Duration: 5 ms - x.dll`
  readSummary(line) {
    const match = /^\w+! +- Failed: +(\d+), Passed: +\d+, Skipped: +(\d+), Total: +(\d+)/.exec(line);
    return match === null ? undefined : countRest({ total: match[3], failed: [match[1]], skipped: [match[2]] });
  },
};
