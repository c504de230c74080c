/** Determines how the text of a rule's example is checked. */
import type { Example, RuleInfo } from '#server/engine/findings/rule.ts';
import type { CheckOptions } from './checkText.ts';

/** Returns the options of the check for an example. */
export function toCheckOptions(rule: RuleInfo, example: Example): CheckOptions {
  const language = example.language ?? rule.language;
  return {
    hints: rule.severity === 'hint',
    ...(language === undefined ? {} : { language }),
    ...(example.release === undefined ? {} : { release: example.release }),
    ...(example.kataVersion === undefined ? {} : { kataVersion: example.kataVersion }),
    ...(example.envFileOf === undefined ? {} : { envFileOf: example.envFileOf }),
    ...(example.files === undefined ? {} : { files: example.files }),
    ...(example.missingFiles === undefined ? {} : { missingFiles: example.missingFiles }),
    ...(example.fileName === undefined ? {} : { fileName: example.fileName }),
    ...(example.cluster === undefined ? {} : { cluster: example.cluster }),
  };
}
