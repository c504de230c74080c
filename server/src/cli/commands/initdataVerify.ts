/**
 * `osc-tools initdata verify`: reports problems in initdata, and shows its digests and how they appear in attestation
 * evidence.
 */
import { formatCount } from '#core/text/formatCount.ts';
import { Command } from 'commander';
import process from 'node:process';
import { initdataAlgorithms, teeFields, type InitdataAlgorithm } from '#core/agent/initdata.ts';
import { looksLikeInitdata } from '#core/agent/looksLikePolicy.ts';
import type { Release } from '#core/product/releases.ts';
import type { Severity } from '#core/common/severity.ts';
import type { YamlNode } from '#server/engine/yaml/node.ts';
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';
import { azurePcr8, fitDigest, computeInitdataDigest } from '#server/initdata/digest.ts';
import { parseInitdata } from '#server/initdata/document.ts';
import { unpackInitdata } from '#server/engine/encoding/pack.ts';
import { detectEmbeddedLanguage } from '#server/embedded/embeddedText.ts';
import { findingCodes, withHelp } from '../help.ts';
import { findInitdataFindings } from '../io/standaloneFindings.ts';
import { formatOption, getLineAndColumn, readTextFile, createReleaseOption } from '../io/policyInputs.ts';
import { sanitizeTerminalLine, formatSanitizedJson } from '#core/text/sanitize.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';

interface VerifyOptions {
  readonly release: Release;
  readonly format: 'text' | 'json';
}

/** A problem. The line number refers to the TOML and starts at 1. It's undefined for an encoding problem. */
interface Told {
  readonly severity: Severity;
  readonly line?: number;
  readonly message: string;
}

interface Verified {
  readonly where: string;
  readonly algorithm: string | null;
  readonly files: readonly string[];
  readonly problems: readonly Told[];
  readonly digests: Readonly<Partial<Record<InitdataAlgorithm, string>>>;
  readonly fit: readonly { readonly tee: string; readonly value: string; readonly words: string }[];
  readonly azurePcr8: string | null;
}

const maxPlaces = 100;

export function initdataVerifyCommand(): Command {
  return withHelp(new Command('verify'), {
    summary: 'Check initdata and print its digests.',
    exitCodes: { ...findingCodes, 2: 'Usage error, or nothing to verify' },
    examples: ['osc-tools initdata verify initdata.toml', 'osc-tools initdata verify initdata.txt --format json'],
    page: 'command-line.md#initdata',
  })
    .argument(
      '<file>',
      'initdata (TOML or base64), a YAML file with initdata in an annotation or INITDATA, or - for standard input',
    )
    .addOption(formatOption())
    .addOption(createReleaseOption())
    .action(async (file: string, options: VerifyOptions) => {
      process.exitCode = await verifyFile(file, options);
    });
}

async function verifyFile(file: string, { release, format }: VerifyOptions): Promise<number> {
  const read = await readTextFile(file);
  if (read === undefined) return exitUsage;
  const packed = packedIn(read);
  if (packed.length === 0) {
    printMessage(`${read.name} contains no initdata`);
    return exitUsage;
  }
  const verified = packed.map((one) => verify(one, release));
  process.stdout.write(format === 'json' ? `${formatSanitizedJson(verified)}\n` : verified.map(inWords).join('\n'));
  return verified.some(({ problems }) => problems.some(({ severity }) => severity === 'error')) ? exitFound : exitClean;
}

interface Given {
  readonly where: string;
  readonly toml: string | undefined;
  readonly problems: readonly Told[];
}

function packedIn({
  name,
  text,
  bom,
}: {
  readonly name: string;
  readonly text: string;
  readonly bom: boolean;
}): readonly Given[] {
  if (/\.toml$/i.test(name) || looksLikeInitdata(text))
    return [{ where: name, toml: bom ? `\uFEFF${text}` : text, problems: [] }];
  // Accepts base64 with possible errors. Prose and source code contain other characters.
  if (!/[^A-Za-z0-9+/=_\s-]/.test(text)) return [unpack(name, text.trim())];
  return readDocuments(text)
    .flatMap(({ document, start }) =>
      [...packedValues(document.parsed.root)].map(({ value, offset }) => ({ value, offset: start + offset })),
    )
    .slice(0, maxPlaces)
    .map(({ value, offset }) => unpack(`${name}:${getLineAndColumn(text, offset).line}`, value));
}

function unpack(where: string, packed: string): Given {
  const { text, problems } = unpackInitdata(packed);
  return {
    where,
    toml: text,
    problems: problems.map(({ message, level }) => ({ severity: severityOf(level), message })),
  };
}

function* packedValues(node: YamlNode | undefined): Generator<{ readonly value: string; readonly offset: number }> {
  if (node?.type === 'seq') for (const item of node.items) yield* packedValues(item);
  if (node?.type !== 'map') return;
  for (const { key, value } of node.entries) {
    if (value.type !== 'scalar') yield* packedValues(value);
    else if (detectEmbeddedLanguage(key.text) === 'toml' && value.text !== '' && !value.unknown)
      yield { value: value.text, offset: value.start };
  }
}

function verify({ where, toml, problems }: Given, release: Release): Verified {
  const none = { where, algorithm: null, files: [], problems, digests: {}, fit: [], azurePcr8: null };
  if (toml === undefined) return none;
  const document = parseInitdata(toml);
  const found = findInitdataFindings(toml, release, document);
  const algorithm = document.algorithm?.known;
  return {
    where,
    algorithm: document.algorithm?.text ?? null,
    files: document.data.map(({ name }) => name),
    problems: [
      ...problems,
      ...found.map(({ severity, message, start }) => ({ severity, line: getLineAndColumn(toml, start).line, message })),
    ],
    digests: Object.fromEntries(initdataAlgorithms.map((name) => [name, computeInitdataDigest(toml, name)])),
    fit:
      algorithm === undefined
        ? []
        : teeFields.map((field) => {
            const { value, words } = fitDigest(computeInitdataDigest(toml, algorithm), field);
            return { tee: field.title, value, words };
          }),
    azurePcr8: azurePcr8(toml),
  };
}

function severityOf(level: 'error' | 'warning' | 'information'): Severity {
  return level === 'information' ? 'info' : level;
}

function inWords({ where, algorithm, files, problems, digests, fit, azurePcr8: pcr8 }: Verified): string {
  const told = problems.map(
    ({ severity, line, message }) =>
      `  ${severity}: ${line === undefined ? '' : `line ${line}: `}${sanitizeTerminalLine(message)}`,
  );
  const names = files.length === 0 ? 'no files' : files.map(sanitizeTerminalLine).join(', ');
  const head = `${sanitizeTerminalLine(where)}: ${algorithm === null ? 'no algorithm' : sanitizeTerminalLine(algorithm)}; ${names}`;
  const hashes = Object.entries(digests).map(
    ([name, digest]) => `  ${name.padEnd(9)}${digest}${name === algorithm ? '  <- algorithm' : ''}`,
  );
  const fits = fit.map(({ words }) => `  ${words}`);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const found = errors === 0 ? 'No errors.' : `${formatCount(errors, 'error')}.`;
  const pcr = pcr8 === null ? [] : [`  Azure vTPM, PCR 8: ${pcr8}`];
  return `${[head, ...told, ...hashes, ...fits, ...pcr, `  ${found}`].join('\n')}\n`;
}
