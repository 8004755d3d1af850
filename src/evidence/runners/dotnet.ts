import path from 'node:path';
import { readCobertura } from '../coverage/cobertura.ts';
import { readUsualCoverage } from '../coverage/usual-places.ts';
import { findReports, readFreshReports, readReport } from '../report-files.ts';
import { readClosingLines } from '../reports/closing-lines.ts';
import { readTrx } from '../reports/trx.ts';
import type { Runner } from '../runner.ts';
import { join, ownName } from './shell.ts';

export const dotnet: Runner = {
  name: 'dotnet',

  detect(folder) {
    const projects = findReports(folder, (file) => /\.(?:sln|slnx|csproj|fsproj|vbproj)$/.test(file));
    const texts = projects.map((file) => readReport(path.join(folder, file)) ?? '');
    if (!texts.some((text) => text.includes('Microsoft.NET.Test.Sdk'))) return undefined;
    const measuresCoverage = texts.some((text) => text.includes('coverlet.collector'));
    return { line: 'dotnet test', takesArguments: true, measuresCoverage };
  },

  command({ line, takesArguments }, { only, coverage, reports }) {
    if (!takesArguments) return { line };
    const words = ['--logger', 'trx', '--results-directory', reports];
    if (coverage) words.push('--collect', 'XPlat Code Coverage');
    const parts = [
      ...(only?.files ?? []).map((file) => path.posix.basename(file).replace(/\.\w+$/, '')),
      ...(only?.names ?? []).map((name) => ownName(name).replace(/\(.*$/, '')),
    ];
    const filter = parts.map((part) => `FullyQualifiedName~${part.replace(/[\\()&|=!~]/g, String.raw`\$&`)}`);
    if (filter.length > 0) words.push('--filter', filter.join('|'));
    return { line: join(line, words) };
  },

  read({ reports, stdout, stderr }) {
    const texts = readFreshReports({ folder: reports, reports }, (file) => file.endsWith('.trx'));
    return readTrx(texts) ?? readClosingLines(stdout, stderr);
  },

  readCoverage(ran) {
    const [text] = readFreshReports({ folder: ran.reports, reports: ran.reports }, (file) =>
      file.endsWith('coverage.cobertura.xml'),
    );
    return text === undefined ? readUsualCoverage(ran) : readCobertura(text, ran.folder);
  },
};

export function isDotnetTest(words: readonly string[]): boolean {
  return words[0] === 'dotnet' && words[1] === 'test' && !words.includes('--');
}
