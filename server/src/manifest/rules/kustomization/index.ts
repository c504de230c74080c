/** Lists the rules for kustomizations. */
import type { ManifestRule } from '#server/engine/findings/rule.ts';
import literal from './literal.ts';
import missingEnvFile from './missingEnvFile.ts';
import patchField from './patchField.ts';
import unknownField from './unknownField.ts';

export const kustomizationRules: readonly ManifestRule[] = [literal, missingEnvFile, patchField, unknownField];
