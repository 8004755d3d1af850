import { expect, test } from 'vitest';
import { useFixture } from './use-fixture.ts';

const { open, sent } = useFixture();

test('an invalid setting is explained at its field', async () => {
  const page = await open('/settings');
  const field = page.getByLabel('max_iterations');
  await field.fill('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  await page.getByText('must be a number of at least 1, not 0').waitFor();
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(sent('settings.save')).toEqual([
    { sha256: 'abc', value: { max_iterations: 0, log_level: 'info', notifications: { bell: true } } },
  ]);
});
