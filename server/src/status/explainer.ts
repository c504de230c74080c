/**
 * Explains statuses for `osc-tools explain` and for assistants. Loaded on demand, because file checks don't need it.
 */
import type { ToolResult } from '#core/assistants/toolResult.ts';
import { explainResult } from '#core/assistants/results/explain.ts';
import { edgeTree } from '#core/edge/tree/edgeTree.ts';
import { parseJsonDocuments } from '#core/edge/jsonDocuments.ts';
import { edgeTreeJson, edgeTreeText, worstOfTree } from '#core/edge/tree/treeText.ts';
import { explainText, type ExplainOptions } from '#core/explain/explainText.ts';
import { explainedJson, explainedText, worstSeverity, type NamedExplainResult } from '#core/explain/explainReport.ts';
import { parsePasted } from './explainYaml.ts';
import type { Parsers } from '#core/redaction/index.ts';

/** Options that the user can choose. */
export type UserExplainOptions = Omit<ExplainOptions, 'parse'>;

export interface ExplanationOfText {
  readonly text: string;
  readonly json: unknown;
  /** True if there are no problems and no unknown parts. */
  readonly fine: boolean;
}

export function explainPasted(name: string, text: string, options: UserExplainOptions): ExplanationOfText {
  const all = explain(name, text, options);
  const worst = worstSeverity(all.told);
  const known = all.told.every(({ notKnown }) => notKnown.length === 0);
  return { text: explainedText(all), json: explainedJson(all), fine: known && (worst === 'ok' || worst === 'info') };
}

/** Returns a short explanation for assistants, without data that isn't part of a status. */
export function explainedForAssistant(
  name: string,
  text: string,
  options: UserExplainOptions,
  parsers: Parsers,
): ToolResult {
  return explainResult(explain(name, text, options), parsers);
}

function explain(name: string, text: string, options: UserExplainOptions): NamedExplainResult {
  return { ...explainText(text, { parse: parsePasted, now: Date.now(), ...options }), name, text };
}

/**
 * Builds the tree of the edge clusters in several texts. Texts that aren't edge hosting responses are explained
 * individually.
 */
export function explainSeveral(
  texts: readonly { readonly name: string; readonly text: string }[],
  options: UserExplainOptions,
): ExplanationOfText {
  const sources = texts.map(({ name, text }) => ({ name, text, values: valuesOf(text) }));
  const [answers, rest] = [sources.filter(isOfEdge), sources.filter((source) => !isOfEdge(source))];
  const tree = edgeTree(answers, options.resource);
  const others = rest.map(({ name, text }) => explainPasted(name, text, options));
  const worst = worstOfTree(tree);
  return {
    text: [...(answers.length === 0 ? [] : [edgeTreeText(tree)]), ...others.map(({ text }) => text)].join('\n'),
    json: { ...(answers.length === 0 ? {} : { tree: edgeTreeJson(tree) }), files: others.map(({ json }) => json) },
    fine: (worst === 'ok' || worst === 'info') && others.every(({ fine }) => fine),
  };

  function isOfEdge({ name, values }: { readonly name: string; readonly values: readonly unknown[] }): boolean {
    const { count, left } = edgeTree([{ name, values }]);
    return count > 0 || (values.length > 0 && left.length === 0);
  }
}

/**
 * Returns the values of a text. JSON is parsed as JSON, because the tree needs no positions, and a YAML parser takes
 * minutes for responses with many thousand resources.
 */
function valuesOf(text: string): readonly unknown[] {
  const { values, problem } = parseJsonDocuments(text);
  return problem === undefined ? values : parsePasted(text).map(({ value }) => value);
}
