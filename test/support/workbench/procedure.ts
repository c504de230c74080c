/** What somebody clicks while something is done on a cluster. */
import { appears } from './appears.ts';
import type { Workbench } from './workbench.ts';

/** Writes into the box that asks for this, and takes it. */
export async function answer({ quick, page }: Workbench, says: string, text: string): Promise<void> {
  await quick.filter({ hasText: says }).waitFor();
  await quick.locator('.quick-input-box input').fill(text);
  await page.keyboard.press('Enter');
}

/** Goes on with the preview of this name, by its button. */
export async function goOnWithPreview(workbench: Workbench, name: string): Promise<void> {
  await workbench.tab(name).waitFor();
  await workbench.checked();
  await workbench.page.locator('.editor-actions .action-label[aria-label^="Go On"]').first().click();
}

/** Clicks a button of a message. */
export async function choose({ page }: Workbench, message: string, button: string): Promise<void> {
  const toast = page.locator('.notification-toast', { hasText: message });
  await toast.waitFor();
  await toast.locator('.monaco-button', { hasText: button }).click();
}

/** Says yes to what is asked, and types the name of the cluster. */
export async function agree({ page, quick }: Workbench, context: string): Promise<void> {
  const dialog = page.locator('.monaco-dialog-box');
  await dialog.locator('.monaco-button').filter({ hasNotText: 'Cancel' }).last().click();
  const typing = quick.locator('.quick-input-message', { hasText: `Type ${context} to confirm` });
  await typing.waitFor();
  await quick.locator('.quick-input-box input').fill(context);
  await page.keyboard.press('Enter');
  await typing.waitFor({ state: 'hidden' });
}

/** What was asked on the way. */
export interface Asked {
  readonly question: string;
  readonly consequences: string;
}

/** Says yes to all that is asked, and types what is to be typed, until a message says this. Leaves that message. @returns the questions in order */
export async function agreeUntil({ page, quick }: Workbench, message: string, timeout = 60_000): Promise<readonly Asked[]> {
  const dialog = page.locator('.monaco-dialog-box');
  const typing = quick.locator('.quick-input-message', { hasText: 'to confirm' });
  const waits = page.locator('.notification-toast .monaco-button', { hasText: 'Answer...' });
  const end = page.locator('.notification-toast', { hasText: message });
  const asked: Asked[] = [];
  for (;;) {
    await dialog.or(typing).or(waits).or(end).filter({ visible: true }).first().waitFor({ timeout });
    if (await dialog.isVisible()) {
      const question = (await dialog.locator('.dialog-message-text').textContent()) ?? '';
      asked.push({ question, consequences: (await dialog.locator('.dialog-message-detail').textContent()) ?? '' });
      await dialog.locator('.monaco-button').filter({ hasNotText: 'Cancel' }).last().click();
      await dialog.waitFor({ state: 'detached' });
    } else if (await typing.isVisible()) {
      const word = /Type (\S+) to confirm/.exec((await typing.textContent()) ?? '')?.[1] ?? '';
      await quick.locator('.quick-input-box input').fill(word);
      await page.keyboard.press('Enter');
      await typing.waitFor({ state: 'hidden' });
    } else if (await end.first().isVisible()) return asked;
    else if (await appears(waits, 100)) await waits.first().click();
  }
}

/** How many requests of ours changed something; dry runs and questions after rights do not. */
export function changesOf(entries: readonly { readonly method: string; readonly url: string; readonly userAgent?: string | undefined }[]): readonly string[] {
  return entries
    .filter(({ method, url, userAgent }) => userAgent?.startsWith('openshift-sandboxed') === true && method !== 'GET' && !url.includes('dryRun=All'))
    .map(({ method, url }) => `${method} ${(url.split('?')[0] ?? '').split('/').slice(-2).join('/')}`)
    .filter((line) => !line.includes('selfsubject'));
}

/** Somebody has copied this. */
export async function copied({ page }: Workbench, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
}
