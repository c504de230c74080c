/** package.json with the English strings. */
import manifestOfKeys from '../../../package.json' with { type: 'json' };
import english from '../../../package.nls.json' with { type: 'json' };
import { inWords } from '#scripts/lib/manifestStrings.ts';

export const manifest = inWords(manifestOfKeys, english);
