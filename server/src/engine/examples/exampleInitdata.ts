/** Whole initdata documents for the examples of rules: right in every other respect. */
import { policyWith, type ExamplePolicyOptions as OwnOfPolicy } from './examplePolicy.ts';

/** What an example has of its own, in place of what is right. */
export interface ExampleInitdataOptions {
  readonly head?: string;
  readonly aa?: string;
  readonly cdh?: string;
  /** Further entries of `[data]`, and tables. */
  readonly more?: string;
}

/** The two lines that every document has. */
export const exampleHead = 'algorithm = "sha384"\nversion = "0.1.0"\n';

/** What the attestation agent needs. */
export const exampleAa = `"aa.toml" = '''
[token_configs.kbs]
url = "https://kbs.example.com:8080"
'''
`;

/** What the Confidential Data Hub needs. */
export const exampleCdh = `"cdh.toml" = '''
[kbc]
name = "cc_kbc"
url = "https://kbs.example.com:8080"
'''
`;

/** A policy that is right but for these lines at its end, as an entry of a document. */
export function policyEntry(lines: string, own: OwnOfPolicy = {}): string {
  return `"policy.rego" = '''\n${policyWith(lines, own)}'''\n`;
}

/** A document. */
export function initdataWith({
  head = exampleHead,
  aa = exampleAa,
  cdh = exampleCdh,
  more = '',
}: ExampleInitdataOptions): string {
  return `${head}\n[data]\n${aa}${cdh}${more}`;
}
