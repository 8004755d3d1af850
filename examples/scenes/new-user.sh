# Somebody who has git and Node and nothing else. A script plays the agents of a run and of a session: no account is needed.
mkdir -p "$HOME/.config/orchestral"
cat > "$HOME/.config/orchestral/config.json" <<END
{ "agents": { "default": { "backend": "rehearsal" }, "backends": { "rehearsal": { "script": "$HOME/agents.yaml" } } } }
END
cat > "$HOME/agents.yaml" <<'END'
version: 1
roles:
  refiner:
    - answer:
        status: needs_human
        refined: ''
        clarifications: []
        auto_filled: []
        crp:
          type: clarification
          question: What should divide(1, 0) do?
          context: JavaScript returns Infinity. The briefing does not say whether that is wanted.
          options:
            - { id: A, label: Throw an error, description: The caller notices at once., risk: Callers have to handle it. }
            - { id: B, label: Return Infinity, description: As JavaScript does., risk: The value travels on unnoticed. }
          recommendation: A
    - answer:
        status: ready
        refined: |
          Add `divide(a, b)`. Dividing by zero throws a RangeError.
        clarifications: []
        auto_filled: []
  builder:
    - edit:
        src/divide.js: |
          export const divide = (a, b) => a / b;
      usage: { input_tokens: 5200, output_tokens: 310, cost_usd: 0.04 }
      answer: { log: 'Added divide.' }
    - edit:
        src/divide.js: |
          export function divide(a, b) {
            if (b === 0) throw new RangeError('cannot divide by zero');
            return a / b;
          }
      usage: { input_tokens: 3100, output_tokens: 240, cost_usd: 0.03 }
      answer: { log: 'Dividing by zero throws now.' }
  verifier:
    - edit:
        test/divide.test.js: |
          import assert from 'node:assert/strict';
          import test from 'node:test';
          import { divide } from '../src/divide.js';

          test('divides', () => assert.equal(divide(6, 3), 2));
          test('refuses to divide by zero', () => assert.throws(() => divide(1, 0), RangeError));
      answer: { log: 'Two tests.', cases: [{ kind: edge, test: refuses to divide by zero }, { kind: error, test: refuses to divide by zero }, { kind: attack, test: refuses to divide by zero }], edge_cases_tested: [zero], adversarial_findings: [] }
    - answer: { log: 'The tests stay as they are.', cases: [{ kind: edge, test: refuses to divide by zero }, { kind: error, test: refuses to divide by zero }, { kind: attack, test: refuses to divide by zero }], edge_cases_tested: [], adversarial_findings: [] }
  gatekeeper:
    - answer: { verdict: PASS, reason: Looks good., issues: [], triggers: [] }
    - answer: { verdict: PASS, reason: Both cases are handled., issues: [], triggers: [] }
  code-explore:
    - answer:
        explored_files: [{ path: src/add.js, summary: adds two numbers }]
        directory_structure: { src: functions, test: tests }
  planner:
    - answer:
        objective: Multiply
        tasks:
          - id: T1
            name: Multiplication
            objective: mul
            subtasks: [{ id: T1-S1, name: mul, description: mul in src/mul.js }]
        assumptions: [Tests are in test/]
        task_order: [T1]
  architect:
    - answer:
        task_name: Multiplication
        invariants: [{ id: INV-1, rule: functions are pure }]
        interfaces: []
        boundaries: []
        layer_assignments: []
        file_refs: [{ entity: mul, path: src/mul.js, status: to_create }]
  qa-engineer:
    - edit:
        test/mul.test.js: |
          import assert from 'node:assert/strict';
          import test from 'node:test';
          import { mul } from '../src/mul.js';

          test('TC-1: multiplies', () => assert.equal(mul(3, 4), 12));
      answer:
        subtask_name: mul
        test_cases:
          - { id: TC-1, name: multiplies, target: mul, given: two numbers, when: 'mul(3, 4)', then: '12', category: happy_path }
        coverage_targets: [mul]
        test_file_path: test/mul.test.js
    - answer:
        execution: { command: npm test, timestamp: 'NOW', result: pass }
        summary: { total: 1, passed: 1, failed: 0, skipped: 0 }
        failed_tests: []
        recommendation: { action: complete, reason: seen }
    - answer:
        judgements:
          - { invariant: INV-1, holds: true, file: src/mul.js, quote: 'export const mul = (a, b) => a * b;', reason: no side effect }
          - { invariant: SCOPE-1, holds: true, file: src/mul.js, quote: 'export const mul = (a, b) => a * b;', reason: only mul }
  implementer:
    - edit: { src/mul.js: "export const mul = (a, b) => a * b;\n" }
END
sed -i "s/NOW/$(date -u +%FT%TZ)/" "$HOME/agents.yaml"
git config --global user.name Me && git config --global user.email me@example.org
git config --global init.defaultBranch main
# The agents speak the person's language.
case "$LANG" in
  ko*)
    sed -i -e 's/What should divide(1, 0) do?/divide(1, 0)은 어떻게 해야 하나요?/' \
      -e 's/JavaScript returns Infinity\. The briefing does not say whether that is wanted\./JavaScript는 Infinity를 돌려줍니다. 그것을 원하는지 브리핑에 없습니다./' \
      -e 's/Throw an error/오류를 던지기/' -e 's/The caller notices at once\./호출한 쪽이 바로 알아챕니다./' \
      -e 's/Callers have to handle it\./호출한 쪽이 처리해야 합니다./' -e 's/Return Infinity/Infinity 돌려주기/' \
      -e 's/As JavaScript does\./JavaScript와 같습니다./' -e 's/The value travels on unnoticed\./값이 모르는 사이에 퍼집니다./' "$HOME/agents.yaml"
    ;;
esac
