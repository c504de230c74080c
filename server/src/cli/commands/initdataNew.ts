/** `osc-tools initdata new`: writes an initdata document for a Key Broker Service (KBS). */
import { Command, Option } from 'commander';
import process from 'node:process';
import { initdataAlgorithms, initdataVersion, type InitdataAlgorithm } from '#core/agent/initdata.ts';
import type { Release } from '#core/product/releases.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import { withPolicy } from '#server/embedded/attachInitdata.ts';
import { certificateProblems } from '#server/initdata/certificates.ts';
import { checkPolicy } from '#server/policy/model/checkPolicy.ts';
import { Policy } from '#server/policy/model/policy.ts';
import { withHelp } from '../help.ts';
import { createReleaseOption, readTextFile } from '../io/policyInputs.ts';
import { printMessage } from '../io/printMessage.ts';
import { createStandaloneEnvironment, printFindings, printInitdataFindings } from '../io/standaloneFindings.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';

interface NewOptions {
  readonly kbsUrl: string;
  readonly cert?: string;
  readonly policy?: string;
  readonly algorithm: InitdataAlgorithm;
  readonly release: Release;
}

export function initdataNewCommand(): Command {
  return withHelp(new Command('new'), {
    summary: 'Write initdata (TOML) for a Key Broker Service.',
    details:
      'Prints a document with aa.toml, cdh.toml, and, if you pass a policy, policy.rego. To encode it, run "osc-tools initdata encode".',
    exitCodes: {
      0: 'Written, no errors',
      1: 'Written, but the initdata has errors',
      2: "Usage error, a file can't be read, or the certificate or policy is invalid",
    },
    examples: [
      'osc-tools initdata new --kbs-url https://kbs.example.com > initdata.toml',
      'osc-tools initdata new --kbs-url https://kbs.example.com --policy policy.rego | osc-tools initdata encode -',
    ],
    page: 'command-line.md#initdata',
  })
    .requiredOption('--kbs-url <url>', 'URL of the Key Broker Service (KBS)')
    .option('--cert <file>', 'certificate to verify the KBS, in PEM format')
    .option('--policy <file>', 'agent policy (Rego)')
    .addOption(
      new Option('--algorithm <algorithm>', 'hash algorithm for the digest')
        .choices(initdataAlgorithms)
        .default('sha256' satisfies InitdataAlgorithm),
    )
    .addOption(createReleaseOption())
    .action(async (options: NewOptions) => {
      process.exitCode = await createInitdata(options);
    });
}

async function createInitdata({ kbsUrl, cert, policy, algorithm, release }: NewOptions): Promise<number> {
  if (!isWebUrl(kbsUrl))
    return printUsageError(`invalid URL "${sanitizeTerminalLine(kbsUrl)}": expected http:// or https://`);
  const pem = cert === undefined ? '' : await readCertificate(cert);
  const rego = policy === undefined ? '' : await readPolicy(policy, release);
  if (pem === undefined || rego === undefined) return exitUsage;
  const base = renderInitdata(kbsUrl, pem, algorithm);
  const toml = policy === undefined ? base : withPolicy(base, rego).toml;
  if (toml === undefined) return printUsageError("can't add the policy to the initdata");
  const hasErrors = printInitdataFindings('initdata', toml, release);
  process.stdout.write(toml);
  return hasErrors ? exitFound : exitClean;
}

function printUsageError(message: string): number {
  printMessage(message);
  return exitUsage;
}

/** Returns whether the text is a URL that TOML strings can contain without escapes. */
function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^\s"'\\]+$/i.test(text) && URL.canParse(text);
}

/** Returns the certificates in a file. If it has none or is invalid, prints the reason and returns undefined. */
async function readCertificate(file: string): Promise<string | undefined> {
  const read = await readTextFile(file);
  if (read === undefined) return undefined;
  const codes = new Set(['certificate-missing', 'certificate-unreadable', 'certificate-private-key']);
  const problem = certificateProblems(read.text, new Date()).find(({ code }) => codes.has(code));
  if (problem !== undefined) {
    printMessage(`${read.name}: ${problem.message}`);
    return undefined;
  }
  // Text between the certificates, such as the output of openssl, isn't needed and might contain quotation marks.
  const blocks = read.text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => `${block.replaceAll(/\r\n?/g, '\n')}\n`).join('');
}

/** Returns the policy in a file. If it has errors, prints them and returns undefined. */
async function readPolicy(file: string, release: Release): Promise<string | undefined> {
  const read = await readTextFile(file);
  if (read === undefined) return undefined;
  const policy = new Policy(read.text);
  if (!policy.isForAgent) {
    printMessage(`${read.name} isn't an agent policy`);
    return undefined;
  }
  const environment = createStandaloneEnvironment(release);
  const errors = checkPolicy(policy, { uri: 'policy:', place: 'initdata' }, environment).filter(
    ({ severity }) => severity === 'error',
  );
  printFindings(read.name, read.text, errors.slice(0, 20));
  return errors.length === 0 ? read.text : undefined;
}

function renderInitdata(url: string, pem: string, algorithm: InitdataAlgorithm): string {
  const certificate = (key: string) => (pem === '' ? '' : `${key} = """\n${pem}"""\n`);
  return `algorithm = "${algorithm}"
version = "${initdataVersion}"

[data]
"aa.toml" = '''
[token_configs.kbs]
url = "${url}"
${certificate('cert')}'''
"cdh.toml" = '''
socket = "unix:///run/confidential-containers/cdh.sock"
credentials = []

[kbc]
name = "cc_kbc"
url = "${url}"
${certificate('kbs_cert')}'''
`;
}
