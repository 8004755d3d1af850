import { methodNames } from './java.ts';
import type { Language } from './language.ts';
import { endLikeC, type Ending, quotedString } from './lexer.ts';
import { matchAll } from './manifest-text.ts';
import { inHome, inUserData, oneStep, type PackageManager } from './packages.ts';
import { matchStrings } from './source.ts';

/** Of all languages of .NET. */
const nuget: PackageManager = {
  manifests: [{ file: /\.(cs|fs|vb)proj$|^Directory\.Packages\.props$/, dependencies }],
  locks: [{ file: /^packages\.lock\.json$/, from: /\.(?:cs|fs|vb)proj$/ }],
  setup: (project) =>
    project.find((file) => /^[^/]+\.(?:sln|slnx|csproj|fsproj|vbproj)$/.test(file)).length > 0
      ? oneStep(project.has('packages.lock.json') ? 'dotnet restore --locked-mode' : 'dotnet restore')
      : undefined,
  setupInputs: [
    'packages.lock.json',
    'Directory.Packages.props',
    'Directory.Build.props',
    'global.json',
    'nuget.config',
  ],
  caches: {
    usedBy: /\.(sln|slnx|csproj|fsproj)$/,
    places: [inHome('.nuget/packages'), inUserData('NuGet/http-cache')],
  },
};

export const csharp: Language = {
  name: 'csharp',
  extension: /\.cs$/,
  reader: {
    syntax: { openers: /\/\/|\/\*|@"|"""|"|'/, endOf },
    testTitles: (source) => [...methodNames(source), ...matchStrings(source, /\bDisplayName\s*=\s*(")/g)],
  },
  testFiles: [/[^A-Z/](?:Tests?|TestCase|IT|Spec)\.(?:cs|fs|vb)$/],
  generated: /\.designer\.cs$/i,
  libraryImport: dotnetLibraryImport,
  missing: [
    [/CS0246: The type or namespace name '(\w+)/g, 'symbol'],
    [/CS0103: The name '(\w+)'/g, 'symbol'],
    [/CS0234: The type or namespace name '(\w+)'/g, 'symbol'],
    [/CS(?:1061|0117): '[^'\n]{1,200}' does not contain a definition for '(\w+)'/g, 'symbol'],
  ],
  packageManagers: [nuget],
  suspicious: [
    {
      kind: 'detects_tests',
      in: 'code',
      isFineInTests: true,
      pattern:
        /"[^"]*\b(?:xunit|nunit|testhost|mstest|Microsoft\.VisualStudio\.TestPlatform)\b|\bEnvironment\.(?:StackTrace|CommandLine)\b|\bnew\s+StackTrace\s*\(|\bGetAssemblies\s*\(|\bAssembly\.GetEntryAssembly\b|\bGetCallingAssembly\b|\bDebugger\.IsAttached\b|\bGetEnvironmentVariable\s*\(\s*"(?:CI|GITHUB_ACTIONS|TEST\w*|(?:[A-Z]+_)*ENV(?:IRONMENT)?)"/i,
    },
    // Runners and their assertions in what is no test.
    {
      kind: 'patches_assertions',
      in: 'bare',
      isFineInTests: true,
      pattern:
        /^\s*(?:global\s+)?using\s+(?:static\s+)?(?:Xunit|NUnit|Microsoft\.VisualStudio\.TestTools|FluentAssertions|Moq)\b|\bbool\s+Equals\s*\([^)]*\)\s*(?:=>\s*true\b|\{\s*return\s+true\b)/,
    },
    { kind: 'ends_process', in: 'bare', pattern: /\bEnvironment\.(?:Exit\s*\(\s*0\s*\)|FailFast\s*\()/ },
    { kind: 'exit_hook', in: 'bare', pattern: /\bProcessExit\s*\+=/ },
  ],
};

const endAsInC = endLikeC({ nests: false });

function endOf(opener: string, text: string, at: number): Ending {
  if (opener.startsWith('@')) return quotedString(text, at + 2, { quote: '"', escapes: false, manyLines: true });
  return endAsInC(opener, text, at);
}

export function dotnetLibraryImport(name: string): RegExp[] {
  return [new RegExp(String.raw`^\s*(?:global\s+)?(?:using|open)\s+(?:static\s+)?${name}(?:\.|;|\s|$)`)];
}

function dependencies(text: string): string[] {
  const plain = text.replaceAll(/<!--[\s\S]*?-->/g, '');
  return matchAll(plain, /<Package(?:Reference|Version)\s[^>]*?Include\s*=\s*"([^"]+)"/g);
}
