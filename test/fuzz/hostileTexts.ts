/** Hostile texts: small to write but large to parse, deep, wide, or slow for a careless regular expression. */
const head = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\n';
const spec = `${head}spec:\n`;
const labels = `${spec}  kataConfigPoolSelector:\n    matchLabels:\n`;

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('');
const laughs = (levels: number, width: number) =>
  `${head}a0: &a0 [lol${', lol'.repeat(width)}]\n${lines(levels, (n) => `a${n + 1}: &a${n + 1} [${Array.from({ length: width }, () => `*a${n}`).join(', ')}]\n`)}`;
const mergeLaughs = (levels: number) =>
  `${head}m0: &m0 {k: v}\n${lines(levels, (n) => `m${n + 1}: &m${n + 1}\n  <<: [*m${n}, *m${n}]\n  k${n}: *m${n}\n`)}`;

/**
 * Hostile documents by name. Everything that the server does with a text must finish or be rejected within 1 second.
 */
export const bombs: Readonly<Record<string, () => string>> = {
  'billion laughs': () => laughs(9, 9),
  'billion laughs with merge keys': () => mergeLaughs(40),
  'alias used 30,000 times': () => `${head}a: &a [${'x, '.repeat(50)}]\nb: [${'*a, '.repeat(30_000)}]\n`,
  'brackets 100,000 deep': () => `${head}a: ${'['.repeat(100_000)}`,
  'brackets 100,000 deep, closed': () => `${head}a: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n`,
  'braces 50,000 deep': () => `${head}a: ${'{a: '.repeat(50_000)}`,
  'dashes 50,000 deep': () => `${head}a:\n  ${'- '.repeat(50_000)}x\n`,
  'question marks 20,000 deep': () => `${head}${'? '.repeat(20_000)}x\n`,
  'indentation 10,000 deep': () => head + lines(1500, (n) => `${' '.repeat(n)}a:\n`),
  'indentation of 10,000 spaces': () => `${head}a:\n${lines(50, (n) => `${' '.repeat(10_000 + n)}b:\n`)}`,
  'line of 10 MB': () => `${head}a: ${'x'.repeat(10_000_000)}\n`,
  'line of 10 MB without a line break': () => `kind: KataConfig ${'x'.repeat(10_000_000)}`,
  'line of 1.4 MB': () => `${head}a: ${'x '.repeat(700_000)}\n`,
  'quoted line of 1.4 MB': () => `${head}a: "${'\\n '.repeat(460_000)}"\n`,
  '1 MB with the same key': () => head + 'a: b\n'.repeat(200_000),
  '200 KB with the same key': () => head + 'a: b\n'.repeat(40_000),
  'mapping with 100,000 keys': () => head + lines(100_000, (n) => `k${n}: ${n}\n`),
  '40,000 unknown fields': () => spec + lines(40_000, (n) => `  field${n}: ${n}\n`),
  '40,000 labels with the wrong type': () => labels + lines(40_000, (n) => `      k${n}: ${n}\n`),
  '40,000 labels with an invalid format': () => labels + lines(40_000, (n) => `      k${n}: "${n}!"\n`),
  '40,000 labels in the wrong place': () =>
    `${spec}  kataConfigPoolSelector:\n${lines(40_000, (n) => `    k${n}: v\n`)}`,
  '20,000 match expressions': () =>
    `${spec}  kataConfigPoolSelector:\n    matchExpressions:\n${lines(20_000, () => '      - {key: a, operator: Inn}\n')}`,
  // Just within the parse limits.
  '7,000 identical keys': () => head + 'a: b\n'.repeat(7000),
  '7,000 unknown fields': () => spec + lines(7000, (n) => `  field${n}: ${n}\n`),
  '7,000 labels with the wrong type': () => labels + lines(7000, (n) => `      k${n}: ${n}\n`),
  '7,000 labels with an invalid format': () => labels + lines(7000, (n) => `      k${n}: "${n}!"\n`),
  '7,000 labels in the wrong place': () => `${spec}  kataConfigPoolSelector:\n${lines(7000, (n) => `    k${n}: v\n`)}`,
  '3,000 match expressions': () =>
    `${spec}  kataConfigPoolSelector:\n    matchExpressions:\n${lines(3000, () => '      - {key: a, operator: Inn}\n')}`,
  '4,500 anchors': () => head + lines(4500, (n) => `k${n}: &a${n} x\n`),
  '4,500 aliases without an anchor': () => head + lines(4500, (n) => `k${n}: *a${n}\n`),
  '4,500 errors': () => head + ' }: ]\n'.repeat(4500),
  '14,000 brackets, closed': () => `${head}a: ${'['.repeat(7000)}${']'.repeat(7000)}\n`,
  '14,000 dashes': () => `${head}a:\n  ${'- '.repeat(14_000)}x\n`,
  '7,000 ignore comments': () =>
    spec + lines(6000, () => '# osc-ignore-next-line kataconfig-unknown-field: x\n  logLevl: x\n'),
  '7,000 tabs': () => head + '\t- x\n'.repeat(7000),
  '500 KB of spaces and quotation marks': () => `${spec}  logLevel: ${'" '.repeat(240_000)}1x\n`,
  'callouts and 4,800 words': () => `${spec}${lines(11, (n) => `  k${n}: "a" 1\n`)}1 a\n${'b\n'.repeat(4800)}`,
  // Within the completion limits.
  '7,000 identical keys within the completion limit': () => head + 'a: b\n'.repeat(7000),
  '4,000 labels in the wrong place': () => `${spec}  kataConfigPoolSelector:\n${lines(4000, (n) => `    k${n}: v\n`)}`,
  '4,000 anchors': () => head + lines(4000, (n) => `k${n}: &a${n} x\n`),
  '450 aliases without an anchor': () => head + lines(450, (n) => `k${n}: *a${n}\n`),
  '500 aliases among 1,500 values': () => `${head}a: &a x\n${lines(500, (n) => `k${n}: *a\n`)}`,
  '4,500 brackets': () => `${head}a: ${'['.repeat(80)}${']'.repeat(80)}\nb: ${'[],'.repeat(4500)}\n`,
  '50,000 anchors': () => head + lines(50_000, (n) => `k${n}: &a${n} x\n`),
  '50,000 aliases without an anchor': () => head + lines(50_000, (n) => `k${n}: *a${n}\n`),
  '50,000 errors': () => head + ' }: ]\n'.repeat(50_000),
  '100,000 tabs': () => head + '\t- x\n'.repeat(100_000),
  '100,000 comment lines': () => head + '# a comment\n'.repeat(100_000),
  '40,000 ignore comments': () =>
    head + lines(40_000, () => '# osc-ignore-next-line kataconfig-unknown-field: x\nlogLevl: x\n'),
  'ignore comment with 100,000 names': () =>
    `# osc-ignore-next-line ${'a,'.repeat(100_000)}\n${spec}  logLevel: Debug\n`,
  'unterminated ignore comment': () =>
    `${spec}${`#${' '.repeat(500)}`.repeat(2000)} osc-ignore-next-line\n  logLevel: Debug\n`,
  callouts: () => `${spec}  logLevel: [${'" 1#'.repeat(300_000)}\u2028x\n`,
  'callouts with spaces': () =>
    `${spec}  logLevel: ${'x '.repeat(400_000)}1x\n  enablePeerPods: ${'x'.repeat(1000)}${' '.repeat(400_000)}1x\n`,
  placeholders: () => `${labels}      "${'<'.repeat(600_000)}": "${'<a'.repeat(300_000)}"\n`,
  'repeated kinds': () => `kind:${' '.repeat(600_000)}x\n${'kind:\t'.repeat(100_000)}\nKataConfig: [\n`,
  'very long API group': () => `apiVersion: ${'kata.'.repeat(200_000)}openshift.io/v1\nkind: KataConfig\n`,
  modelines: () => `${spec}${'# '.repeat(300_000)}yaml-language-server\n  logLevel: x\n`,
  'very long numbers': () =>
    `${spec}  enablePeerPods: ${'1_'.repeat(500_000)}\n  checkNodeEligibility: ${'0'.repeat(500_000)}e\n`,
  'name of 1 MB': () =>
    `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: ${'n'.repeat(1_000_000)}\n`,
  templates: () => `${spec}  logLevel: ${'{{ '.repeat(300_000)}\n`,
  'lone carriage returns': () => (head + 'a: b\n'.repeat(50_000)).replaceAll('\n', '\r'),
  NULs: () => `${head}a: ${'\0'.repeat(1_000_000)}\n`,
  'lone surrogates': () => `${head}a: "${'\ud800'.repeat(700_000)}"\n`,
  tags: () => `${head}a: ${'!!x '.repeat(100_000)}y\n${'%TAG ! tag:x,\n'.repeat(20_000)}`,
  directives: () => `${'%YAML 1.2\n'.repeat(100_000)}---\n${head}`,
};

/**
 * Files with very many documents. They are larger than the other texts. What matters is that the server also handles
 * other requests in the meantime.
 */
export const crowds: Readonly<Record<string, () => string>> = {
  '200,000 markers': () => '---\n'.repeat(200_000) + head,
  '200,000 end markers': () => '...\n'.repeat(200_000) + head,
  '100,000 documents of other kinds': () => '---\nkind: Pod\n'.repeat(100_000) + head,
  '3,000 KataConfigs': () => lines(3000, (n) => `---\n${head.replace('name: a', `name: a${n}`)}`),
  '3,000 broken KataConfigs': () => lines(3000, () => `---\n${head}a: [\n`),
};
