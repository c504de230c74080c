/** Reads saved responses and shows them in the view. */
import * as l10n from '@vscode/l10n';
import type { Uri } from 'vscode';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { showProgress } from '../vscode/prompts/showInput.ts';
import { nameOf, readSaved } from './readSavedFiles.ts';
import type { EdgeViewContext } from './context.ts';

/**
 * Opens saved responses.
 * @param places files and folders
 */
export async function openSaved({ sources, reveal }: EdgeViewContext, places: readonly Uri[]): Promise<void> {
  const [first, ...others] = places;
  if (first === undefined) return;
  const title = sanitizeLine(
    others.length === 0 ? nameOf(first) : l10n.t`${nameOf(first)} and ${others.length} more`,
    80,
  );
  const { name } = sources.begin(title, { kind: 'files', places: places.map((place) => place.toString()) });
  await reveal();
  const saved = await showProgress(
    l10n.t`Reading ${title}...`,
    (cancelled, say) => readSaved(places, cancelled, say),
    true,
  );
  if (saved === undefined) sources.fail(name);
  else if (saved.answers.length === 0) sources.fail(name, saved.problems[0] ?? l10n.t`No edge hosting data found`);
  else sources.finish(name, saved.answers, saved.problems);
}
