import type { SuspiciousPattern } from '../suspicious-pattern.ts';

const TESTING = String.raw`(?:org\.(?:junit|testng|mockito|assertj|hamcrest|spockframework)|junit\.framework|io\.kotest|kotlin\.test)`;

/** Of Java and Kotlin. */
export const suspiciousJvm: readonly SuspiciousPattern[] = [
  {
    kind: 'detects_tests',
    in: 'code',
    isFineInTests: true,
    pattern: new RegExp(
      String.raw`"[^"]*\b${TESTING}\b|\b(?:StackWalker|getRuntimeMXBean|getStackTrace\s*\(\s*\)\s*[.\[]|getInputArguments)|\bstackTrace\s*[.\[]|\bgetPropert(?:y|ies)\s*\(\s*"(?:surefire|java\.class\.path|sun\.java\.command|org\.gradle|user\.dir)|\bgetenv\s*\(\s*"(?:CI|GITHUB_ACTIONS|TEST\w*|(?:[A-Z]+_)*ENV(?:IRONMENT)?)"|\bProcessHandle\s*\.\s*current\b|"/proc/self/`,
    ),
  },
  // Runners and their assertions in what is no test.
  {
    kind: 'patches_assertions',
    in: 'bare',
    isFineInTests: true,
    pattern: new RegExp(String.raw`^\s*import\s+(?:static\s+)?${TESTING}\b`),
  },
  {
    kind: 'patches_assertions',
    in: 'bare',
    isFineInTests: true,
    pattern: /\b(?:boolean|fun)\s+equals\s*\([^)]*\)\s*(?::\s*Boolean\s*)?(?:=\s*true\b|\{\s*return\s+true\b)/,
  },
  { kind: 'ends_process', in: 'bare', pattern: /\bSystem\.exit\s*\(\s*0\s*\)|\bexitProcess\s*\(\s*0\s*\)|\.halt\s*\(/ },
  { kind: 'exit_hook', in: 'bare', pattern: /\baddShutdownHook\s*\(|\bsetDefaultUncaughtExceptionHandler\s*\(/ },
];
