/**
 * Tests randomly edited PromQL: the server parses, checks, completes, and explains it, positions are within the text,
 * and hostile texts take linear time.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { handleAssist } from '#server/promql/answerAssist.ts';
import { checkPrometheusRules } from '#server/promql/check.ts';
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';
import { editedText } from '../support/randomInput/editedText.ts';
import { random, type Random } from '../support/randomInput/random.ts';
import { assertProportional, shortened } from '../support/performance/growth.ts';

const seeds: readonly [string, ...string[]] = [
  'sum by (sandbox_id) (irate(kata_guest_cpu_time{cpu="total", item=~"irq|softirq"}[5m]))',
  '# two\nkata_guest_meminfo{item="mem_total"} - on(sandbox_id) kata_guest_meminfo{item="mem_free"}\n\nup offset 5m',
  "histogram_quantile(0.9, sum without (node) (rate(kata_shim_rpc_durations_histogram_milliseconds_bucket{action='start'}[5m:1m] @ end())))",
  '{"kata_guest_load", "item"=~`load.*`} / ignoring (item) group_left () label_replace(x, "a", "$1", "b", "(.*)")',
];
const pieces: readonly [string, ...string[]] = [
  ...([
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '`',
    '\\',
    '\n',
    '\n\n',
    '\r\n',
    ' ',
    '#',
    ',',
    '=',
    '=~',
    '!',
    '|',
    '-',
    '^',
    '@',
    ':',
    '::',
    '/',
    '>/',
  ] as const),
  ...([
    '5m',
    '1e9',
    '0x',
    '.',
    'kata_',
    'kata_guest_load',
    'by (',
    'on(',
    'sum(',
    'rate(',
    'offset ',
    '__name__',
    '😀',
    '\ud83d',
    '\u0000',
    '\uFEFF',
    '${X}',
    '{{ }}',
  ] as const),
];

const edited = (text: string, chance: Random): string => editedText(text, chance, { pieces, seeds, most: 2000 });

const about = {
  severities: new Map(),
  workspace: { records: new Set<string>() },
  onError: (message: string) => {
    throw new Error(message);
  },
};

describe('randomly edited PromQL', () => {
  test('is handled in the query box, with positions within the text', () => {
    const chance = random(20261122);
    for (let round = 0; round < 1000; round += 1) {
      const text = edited(chance.pick(seeds), chance);
      const offset = chance.below(text.length + 1);
      const { completions, problems, hover } = handleAssist({ text, offset }, about);
      for (const { start, end, message } of problems) {
        assert.ok(start >= 0 && start < end && end <= text.length, JSON.stringify({ text, start, end, message }));
        assert.match(message, /^.{10,400}$/su);
      }
      for (const { start, end } of completions)
        assert.ok(
          start <= end && start >= 0 && end <= text.length && start <= offset && offset <= end,
          JSON.stringify({ text, offset, start, end }),
        );
      if (hover !== undefined)
        assert.ok(hover.start <= offset && offset <= hover.end && hover.end <= text.length, text);
    }
  });
  test('is handled in a PrometheusRule, with positions within the text', () => {
    const chance = random(8);
    for (let round = 0; round < 300; round += 1) {
      const expr = edited(chance.pick(seeds), chance);
      const style = chance.below(4);
      const written =
        style === 0
          ? JSON.stringify(expr)
          : style === 1
            ? `'${expr.replaceAll("'", "''")}'`
            : style === 2
              ? `|\n            ${expr.replaceAll('\n', '\n            ')}`
              : expr;
      const text = edited(
        `apiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\nspec:\n  groups:\n    - rules:\n        - record: kata_a\n          expr: ${written}\n`,
        random(chance.chance(0.3) ? round : 1),
      );
      for (const { start, end } of checkPrometheusRules(readDocuments(text), about))
        assert.ok(start >= 0 && start < end && end <= text.length, text);
    }
  });
  test('is handled in linear time if hostile', async () => {
    const hostile = [
      'a b\n\n',
      '(',
      '{a="b" - [ ( ',
      ') ] } "',
      '- ',
      'a - 1 ',
      '"\\',
      '\n\n',
      'a\n\n',
      '{a="',
      'sum by (a) (',
      "'",
      '#',
      'a{b=~"c|"}+',
      ':',
    ];
    for (const piece of hostile) {
      const text = piece.repeat(Math.floor(99_000 / piece.length));
      await assertProportional(
        (part) => handleAssist({ text: shortened(text, part), offset: Math.floor(50_000 * part) }, about),
        piece,
      );
    }
  });
});
