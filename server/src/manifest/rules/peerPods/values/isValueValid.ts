/** Checks whether a value would be valid, before a fix that inserts it is marked as safe. */
import type { RuleContext } from '#server/engine/findings/rule.ts';
import { judgeBoolean } from './boolean.ts';
import { judgeDuration } from './duration.ts';
import { judgeInteger } from './integer.ts';
import { judgeBlanks } from './listSpaces.ts';
import { repairPastedValue } from '#server/manifest/rules/shared/pastedValue.ts';
import { judgeProvider } from './provider.ts';
import { judgeRootVolume } from './rootVolume.ts';
import { judgeTags } from './tagsFormat.ts';
import { judgeTlsSkipVerify } from './tlsSkipVerify.ts';
import { judgeValueForm } from './valueForm.ts';
import { findKnownKey, findPlaceholder, getProvider, type ValueCheck } from '../checkValues.ts';

const judges: readonly ValueCheck[] = [
  judgeBlanks,
  judgeBoolean,
  judgeDuration,
  judgeInteger,
  judgeProvider,
  judgeRootVolume,
  judgeTags,
  judgeTlsSkipVerify,
  judgeValueForm,
];

/** Returns whether no rule would report this text as the value of this key. */
export function isFaultless(
  name: string,
  text: string,
  { manifest, release }: Pick<RuleContext, 'manifest' | 'release'>,
): boolean {
  const key = findKnownKey(name, getProvider(manifest), release);
  if (findPlaceholder(text) !== undefined) return false;
  if (key === undefined || text === '') return true;
  return (
    repairPastedValue(text, key) === undefined && judges.every((judge) => judge({ key, text }, release) === undefined)
  );
}
