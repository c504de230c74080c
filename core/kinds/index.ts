/** Every kind that we know. A new kind is one file and one line here. */
import type { KindKnowledge } from './field.ts';
import { kataConfig } from './kataConfig.ts';

export const knownKinds: readonly KindKnowledge[] = [kataConfig];
