/**
 * Compares the explanation of each text in test/cases/explain with the stored explanation. OSC_UPDATE_CASES=1 stores
 * the current explanations.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, test } from 'node:test';
import { edgeResources } from '#core/edge/table/edgePair.ts';
import { explainText, type ExplainOptions } from '#core/explain/explainText.ts';
import { explainedText } from '#core/explain/explainReport.ts';
import { findRelease } from '#core/product/releases.ts';
import { parsePasted } from '#server/status/explainYaml.ts';

const folder = path.join(import.meta.dirname, '../../../cases/explain');

interface Case {
  /** Title, with options such as `--resource node` and `--release 1.5`. */
  readonly title: string;
  readonly text: string;
  readonly expected: string;
}

/** Reads the cases of a file: a title after `###`, the text, a line `>>>`, and the explanation. */
function readCases(content: string): readonly Case[] {
  return content
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [head = '', expected = ''] = part.split(/^>>>\n/m);
      const [title = '', ...lines] = head.split('\n');
      return { title, text: lines.join('\n').replace(/\n$/, ''), expected: expected.trimEnd() };
    });
}

function optionsOf(title: string): ExplainOptions {
  const value = (name: string): string | undefined => new RegExp(`--${name} (\\S+)`).exec(title)?.[1];
  const resource = edgeResources.find((one) => one === value('resource'));
  const release = findRelease(value('release') ?? '');
  return {
    parse: parsePasted,
    ...(resource === undefined ? {} : { resource }),
    ...(release === undefined ? {} : { release }),
  };
}

function explain({ title, text }: Case): string {
  const explained = explainedText({ ...explainText(text, optionsOf(title)), name: 'text', text });
  return explained.replace(/^Edge hosting explanations are based on .*$/m, '').trimEnd();
}

for (const name of readdirSync(folder)) {
  const file = path.join(folder, name);
  const cases = readCases(readFileSync(file, 'utf8'));
  if (process.env['OSC_UPDATE_CASES'] === '1')
    writeFileSync(file, cases.map((one) => `### ${one.title}\n${one.text}\n>>>\n${explain(one)}\n`).join('\n'));
  else
    describe(`explanation in ${name}`, () => {
      for (const one of cases)
        test(one.title, () => {
          assert.equal(explain(one), one.expected);
        });
    });
}

const seeds = process.env['OSC_SEEDS'] ?? path.join(import.meta.dirname, '../../../../../shared/seeds');

describe(
  'documentation',
  { skip: existsSync(seeds) ? false : 'the documentation is not available (set OSC_SEEDS)' },
  () => {
    for (const name of existsSync(seeds) ? readdirSync(seeds) : [])
      test(`has no unknown status in ${name}`, () => {
        const text = readFileSync(path.join(seeds, name), 'utf8');
        const unknown = explainText(text, { parse: parsePasted }).told.filter(({ notKnown }) => notKnown.length > 0);
        assert.deepEqual(
          unknown.map((told) => told.text),
          [],
        );
      });
  },
);
