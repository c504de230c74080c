/** Provides the libraries that redaction uses: YAML, gzip, and the credential formats of secretlint. */
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretLintRuleContext, SecretLintSourceCode } from '@secretlint/types';
import { gunzipSync } from 'node:zlib';
import type { Parsers, Stretch } from '#core/redaction/index.ts';
import { ofCommands } from './commandLineCredentials.ts';
import { inColumns } from './columnCredentials.ts';
import { dataInGo } from './goSecretData.ts';
import { partsOf } from './secretValueParts.ts';
import { hiddenIn } from './encodedValues.ts';
import { furtherInner } from './nestedText.ts';
import { readYamlNodes } from './yamlNodes.ts';

/** All parsers. */
export const allParsers: Parsers = {
  gunzip,
  readYaml: readYamlNodes,
  formats,
  named: (text) => [...ofCommands(text), ...inColumns(text)],
  dataInGo,
  innerTexts: furtherInner,
  partsOf,
  hiddenIn: (text, known) => hiddenIn(text, known, gunzip),
};

function gunzip(packed: Uint8Array, most: number): Uint8Array | undefined {
  try {
    return gunzipSync(packed, { maxOutputLength: most });
  } catch {
    return undefined;
  }
}

/** A comment in a text can turn off secretlint. The author of a text must not control its redaction. */
const counted = rules.filter(({ meta }) => !meta.id.endsWith('filter-comments'));

/** The rules require the text and its name. Positions are offsets in characters. */
function sourceOf(content: string): SecretLintSourceCode {
  const [start, name] = [{ line: 1, column: 0 }, 'text.txt'];
  return {
    content,
    contentType: 'text',
    hasBOM: false,
    ext: '.txt',
    filePath: name,
    physicalFilePath: name,
    getFilePath: () => name,
    getPhysicalFilePath: () => name,
    locationToRange: () => [0, content.length],
    rangeToLocation: () => ({ start, end: start }),
    positionToIndex: () => 0,
    indexToPosition: () => start,
  };
}

function formats(text: string): Iterable<Stretch> {
  const found: Stretch[] = [];
  const source = sourceOf(text);
  for (const rule of counted) {
    const context: SecretLintRuleContext = {
      sharedOptions: {},
      createTranslator: () => (_id, data) => ({ message: '', messageId: '', data }),
      ignore: () => undefined,
      report: ({ range: [from, to] }) => void found.push({ from, to }),
    };
    void rule.create(context, {}).file?.(source);
  }
  return found;
}
