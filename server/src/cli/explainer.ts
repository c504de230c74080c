/** Explains statuses for `osc-tools explain`: a bundle of its own (dist/explain.js), because who checks files has no use for it. */
import { explainText } from '../../../core/explain/explain.ts';
import { explainedJson, explainedText, worstTold, type ExplainedText } from '../../../core/explain/report.ts';
import type { EdgeResource } from '../../../core/edge/pair.ts';
import { parsePasted } from './explainYaml.ts';

export interface ExplanationOfText {
  readonly text: string;
  readonly json: unknown;
  /** Nothing is wrong, and nothing is not known. */
  readonly fine: boolean;
}

export function explainPasted(name: string, text: string, resource: EdgeResource | undefined): ExplanationOfText {
  const explained = explainText(text, { parse: parsePasted, ...(resource === undefined ? {} : { resource }) });
  const all: ExplainedText = { ...explained, name, text };
  const worst = worstTold(explained.told);
  const known = explained.told.every(({ notKnown }) => notKnown.length === 0);
  return { text: explainedText(all), json: explainedJson(all), fine: known && (worst === 'ok' || worst === 'info') };
}
