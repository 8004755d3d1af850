import { describe, expect, it } from 'vitest';
import { builderPrompt } from '../../src/prompts/run/builder.ts';
import { gatekeeperPrompt } from '../../src/prompts/run/gatekeeper.ts';
import { delegationIn, refinerPrompt } from '../../src/prompts/run/refiner.ts';
import { verifierPrompt } from '../../src/prompts/run/verifier.ts';
import { configDefaults } from '../../src/schema/config/defaults.ts';
import { builder, decision, feedback, gatekeeper, refiner, text, verifier } from './briefs.ts';

const prompts = {
  refiner: (template?: string) => refinerPrompt(refiner, template),
  builder: (template?: string) => builderPrompt(builder, template),
  verifier: (template?: string) => verifierPrompt(verifier, template),
  gatekeeper: (template?: string) => gatekeeperPrompt(gatekeeper, template),
};

describe.each(Object.entries(prompts))('the prompt of the %s', (role, prompt) => {
  it('has every value that there is, and no placeholder left', () => {
    expect(text(prompt())).not.toMatch(/\{\{|undefined|\[object/);
  });

  it('can be replaced, by one that says less', () => {
    expect(prompt('Do it.')).toEqual({ ok: true, value: 'Do it.' });
    expect(prompt('{{secrets}}')).toMatchObject({ ok: false, error: { params: { template: `run/${role}` } } });
  });
});

/** Where the part of a run begins: what is before it is the same for every call of the role. */
function stablePart(prompt: string): string {
  return prompt.slice(0, prompt.indexOf('\n# This run\n'));
}

it('begins alike, whatever the call is about', () => {
  const other = { ...builder, iteration: 3, refined: 'Other.', feedback, decisions: [decision] };
  expect(stablePart(text(builderPrompt(other)))).toBe(stablePart(text(builderPrompt(builder))));
  expect(stablePart(text(refinerPrompt({ ...refiner, briefing: 'x', refinement: 3 })))).toBe(
    stablePart(text(refinerPrompt(refiner))),
  );
  expect(stablePart(text(verifierPrompt(verifier))).length).toBeGreaterThan(1000);
  expect(stablePart(text(gatekeeperPrompt(gatekeeper))).length).toBeGreaterThan(1000);
});

describe('the Refiner', () => {
  it('is told what it may fill, and when the briefing leaves it the rest', () => {
    const strict = text(refinerPrompt(refiner));
    expect(strict).toContain('You may: `numeric_defaults`, `naming`, `file_paths`');
    expect(strict).toContain('Never, whatever the briefing says: `architecture`, `external_deps`, `security`');
    const free = text(refinerPrompt({ ...refiner, briefing: '제한을 적당히 넣어줘' }));
    expect(free).toContain('The briefing leaves the rest to you (it says `적당히`)');
    expect(free).not.toContain('You may: `numeric_defaults`');
  });

  it('finds words of delegation however they are composed', () => {
    expect(delegationIn('적당히'.normalize('NFD'), ['적당히', '알아서', ' '])).toEqual(['적당히']);
    expect(delegationIn('As You Like', ['as you like'])).toEqual(['as you like']);
    expect(delegationIn('anything', [''])).toEqual([]);
  });

  it('knows what was decided, and which refinement this is', () => {
    const prompt = text(refinerPrompt({ ...refiner, refinement: 3, decisions: [decision], precedents: [decision] }));
    expect(prompt.match(/Decision: 60 a minute/g)).toHaveLength(2);
    expect(prompt).toContain('Notes: later per user');
    expect(prompt).toContain('refinement 3 of at most 3. It is the last one.');
  });
});

describe('the Builder', () => {
  it('is told the rules of the project', () => {
    const config = {
      ...configDefaults.builder,
      style: { prefer_libraries: ['zod'], avoid_libraries: ['lodash'], code_style: 'standard' },
      constraints: { max_file_size_lines: 123, require_types: true },
    };
    const prompt = text(builderPrompt({ ...builder, config, buildCommand: 'make' }));
    for (const said of ['123 lines', 'Types are required', '`zod`', '`lodash`', '`standard`', '`npm test`', '`make`'])
      expect(prompt).toContain(said);
  });

  it('gets all of the feedback, the gravest first, and no more of the failures than helps', () => {
    const prompt = text(builderPrompt({ ...builder, iteration: 2, feedback }));
    expect(prompt).toContain('round 2 of at most 3');
    expect(prompt.indexOf('[critical] src/a.ts:7: off by one')).toBeLessThan(prompt.indexOf('[minor] a name'));
    expect(prompt).toContain('2 tests fail');
    expect(prompt).toContain('Failing tests (25)');
    expect(prompt).toContain('and 5 more.');
    expect(prompt.length).toBeLessThan(60_000);
  });

  it('hears a person before anything else', () => {
    const rejected = {
      ...feedback,
      from: 'person',
      reason: 'Too slow.',
      issues: [],
      findings: [],
      failures: [],
    } as const;
    expect(text(builderPrompt({ ...builder, feedback: rejected }))).toContain(
      'A person looked at the last round’s work',
    );
  });
});

describe('the Verifier', () => {
  it('is told what to cover, where tests live, and what changed', () => {
    const prompt = text(verifierPrompt({ ...verifier, ownTests: { names: ['test/mine.test.ts'], more: 0 } }));
    for (const said of [
      'At least 80 %',
      'Edge cases are required',
      'Error cases are required',
      'up to 5 different ways',
    ])
      expect(prompt).toContain(said);
    for (const said of ['test/a.test.ts', 'and 4 more.', 'test/mine.test.ts', '+PATCHED'])
      expect(prompt).toContain(said);
    expect(prompt).toContain('src/한글.ts (added, +3 -0)');
    expect(prompt).toContain('logo.png (modified, binary)');
  });

  it('is told what the configuration does not ask for by silence', () => {
    const config = {
      model: 'haiku',
      test_coverage: { min_percentage: 0, require_edge_cases: false, require_error_cases: false },
      adversarial: { enabled: false, max_attack_vectors: 5 },
    };
    const prompt = text(verifierPrompt({ ...verifier, config }));
    for (const unsaid of ['Edge cases are required', 'Error cases are required', 'different ways'])
      expect(prompt).not.toContain(unsaid);
  });

  it('is told when the patch was cut', () => {
    const prompt = text(verifierPrompt({ ...verifier, patch: { text: '+x', cut: true } }));
    expect(prompt).toContain('The patch was too long and ends here');
  });
});

describe('the Gatekeeper', () => {
  it('is told that a PASS against the evidence is overruled', () => {
    expect(text(gatekeeperPrompt(gatekeeper))).toContain(
      'A PASS that the evidence or the pass criteria contradict is overruled by Orchestral',
    );
  });

  it('gets the measured numbers, the criteria and the triggers', () => {
    const prompt = text(gatekeeperPrompt(gatekeeper));
    expect(prompt).toContain('12 in all, 11 passed, 0 failed, 1 skipped (read from: `junit`)');
    expect(prompt).toContain('91.2 % of the changed lines');
    expect(prompt).toContain('Coverage is at least 85 %');
    for (const trigger of gatekeeper.config.auto_crp_triggers) expect(prompt).toContain(`- \`${trigger}\`: `);
  });

  it('gets what speaks against the work', () => {
    const evidence = {
      ...gatekeeper.evidence,
      command: null,
      coverage: null,
      coverage_of: null,
      failures: [{ test: 'adds', reason: 'was 3' }],
      gone: { names: ['old test'], more: 2 },
      adversarial_findings: ['path traversal in a.ts:3'],
    };
    const prompt = text(
      gatekeeperPrompt({
        ...gatekeeper,
        evidence,
        findings: ['1 test fails'],
        changedTests: { names: ['test/b.test.ts'], more: 0 },
        dependencies: [{ manifest: 'package.json', name: 'left-pad' }],
      }),
    );
    for (const said of ['adds\n  was 3', 'old test', 'and 2 more.', 'path traversal', '1 test fails', 'test/b.test.ts'])
      expect(prompt).toContain(said);
    expect(prompt).toContain('left-pad (package.json)');
    expect(prompt).toContain('not measured; its criterion is waived');
    expect(prompt).toContain('there is no command that runs tests');
  });
});
