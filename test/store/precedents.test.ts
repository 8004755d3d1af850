import { expect, test } from 'vitest';
import { realDisk } from '../../src/files/disk.ts';
import { keepPrecedent, type Precedent, readPrecedents } from '../../src/store/precedents.ts';
import { temporaryFolder } from '../support/auto-store.ts';

const options = { disk: realDisk, command: 'test', onNotice: () => undefined };

test('the latest answer comes first, in whichever order runs are taken up again', async () => {
  const own = temporaryFolder();
  const [first, second, late] = [answer('10:00:00', 'A'), answer('12:00:00', 'B'), answer('11:00:00', 'C')];
  for (const entry of [first, second, first, late]) expect((await keepPrecedent(own, entry, options)).ok).toBe(true);
  const kept = readPrecedents(own);
  expect(kept.ok && kept.value.map(({ vcr }) => vcr.decision)).toEqual(['B', 'C', 'A']);
});

function answer(time: string, decision: string): Precedent {
  const created_at = `2026-01-02T${time}Z`;
  return {
    run_id: `run-20260102-${time.replaceAll(':', '')}`,
    crp: {
      crp_id: 'crp-001',
      created_at,
      created_by: 'refiner',
      type: 'clarification',
      question: 'Round or not?',
      context: '',
      options: ['A', 'B', 'C'].map((id) => ({ id, label: id, description: id, risk: 'low' })),
      recommendation: null,
      status: 'resolved',
    },
    vcr: {
      vcr_id: 'vcr-001',
      crp_id: 'crp-001',
      created_at,
      decision,
      rationale: 'so',
      additional_notes: '',
      applies_to_future: true,
    },
  };
}
