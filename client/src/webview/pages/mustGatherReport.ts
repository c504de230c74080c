/** The page with the report on a must-gather. */
import * as l10n from '@vscode/l10n';
import { exportFormats, type FileView, type FindingView, type ReportMessage, type ReportView } from '#client/mustGather/report/reportView.ts';
import { element, link, sign, words } from './dom.ts';
import { connect } from './connectPage.ts';
import { visible } from '#core/text/sanitize.ts';

const title = element('h1');
const facts = element('tbody');
const head = element('p', { role: 'status' });
const findings = element('div');
const gaps = element('div');
const tools = element('div', { class: 'tools', role: 'group', 'aria-label': l10n.t`Hand it on` });
document
  .querySelector('#page')
  ?.append(title, tools, element('table', { class: 'facts' }, element('caption', {}, l10n.t`What was gathered`), facts), head, findings, gaps);

const host = connect<ReportView, ReportMessage>('report', show);
const formatNames = { md: 'Markdown', json: 'JSON', sarif: 'SARIF' } as const;
tools.append(
  link(l10n.t`Copy as Markdown`, l10n.t`Copy as Markdown: the report, for the support case`, () => host.send({ type: 'copy' })),
  ...exportFormats.map((format) =>
    link(l10n.t`Export ${formatNames[format]}`, l10n.t`Export ${formatNames[format]}: the report`, () => host.send({ type: 'export', format })),
  ),
);

function show(view: ReportView): void {
  title.textContent = visible(view.title);
  facts.replaceChildren(...view.facts.map(([name, value]) => element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, value))));
  head.textContent = visible(view.head);
  findings.replaceChildren(...view.findings.map(findingOf));
  gaps.replaceChildren(
    ...(view.gaps.length === 0 ? [] : [element('h2', {}, l10n.t`Not seen`), element('ul', {}, ...view.gaps.map((gap) => element('li', {}, gap)))]),
  );
}

function findingOf(finding: FindingView, index: number): HTMLElement {
  const id = `finding-${index}`;
  const paragraph = (before: string, text: string | undefined) =>
    text === undefined ? undefined : element('p', {}, before === '' ? undefined : element('strong', {}, `${before} `), ...words(text));
  const [before = '', after = ''] = l10n.t({ message: 'See {0}.', args: ['\n'], comment: ['{0} is a link to a document.'] }).split('\n');
  return element(
    'section',
    { 'aria-labelledby': id },
    element(
      'h2',
      { id, class: finding.health === 'failed' ? 'bad verdict' : 'open verdict' },
      sign(finding.health === 'failed' ? 'cross' : 'warning'),
      element('span', {}, `${index + 1}. ${finding.headline}`),
    ),
    paragraph('', finding.meaning),
    paragraph('', finding.follows),
    paragraph(l10n.t`Next:`, finding.next),
    paragraph(l10n.t`To do:`, finding.todo),
    finding.docs === undefined ? undefined : element('p', {}, before, element('a', { href: finding.docs.url }, finding.docs.title), after),
    finding.evidence.length === 0
      ? undefined
      : element('div', { role: 'group', 'aria-label': l10n.t`Evidence` }, ...finding.evidence.map((file) => evidenceOf(file, index))),
  );
}

function evidenceOf({ file, lines }: FileView, finding: number): HTMLElement {
  return element(
    'div',
    { class: 'evidence' },
    element('div', { class: 'quiet' }, file),
    element(
      'ul',
      {},
      ...lines.map(({ index, line, text }) =>
        element(
          'li',
          { class: 'mono' },
          link(`${line}`, l10n.t`Show line ${line} of ${file}: ${text}`, () => host.send({ type: 'show', finding, line: index })),
          element('span', {}, text),
        ),
      ),
    ),
  );
}
