/** Parses rules: heads, bodies, and `else` branches. Continues after rules that can't be parsed. */
import * as l10n from '@vscode/l10n';
import { formatAlternatives } from '#core/text/grammar.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { Import, Package, Query, Ref, RefPart, RegoRule, RuleBody, RuleHead, Term, Variable } from './ast.ts';
import { ImportParser } from './imports.ts';

type Assigned = Pick<RuleHead, 'assign' | 'value'>;

export interface ModuleParts {
  readonly package: Package | undefined;
  readonly imports: readonly Import[];
  readonly rules: readonly RegoRule[];
}

export class RuleParser extends ImportParser {
  protected module(): ModuleParts {
    const first = this.packageLine();
    const imports: Import[] = [];
    const rules: RegoRule[] = [];
    if (first === undefined && !this.isVariable && !this.is('import') && !this.is('default')) this.skipToRule();
    while (!this.atEnd) {
      const { index } = this;
      if (this.is('import')) {
        if (rules.length > 0) this.report(this.token, l10n.t`Put imports before the first rule.`);
        imports.push(this.importLine());
      } else if (this.is('package') && first !== undefined) {
        this.report(this.token, l10n.t`A policy can have only one package.`);
        this.advance();
        this.skipToRule();
      } else if (this.is('default')) rules.push(this.defaultRule());
      else if (this.startsRule) rules.push(this.rule());
      else {
        this.report(this.token, l10n.t`A rule must start with its name.`);
        this.skipToRule();
      }
      if (this.index === index) this.advance();
    }
    return { package: first, imports, rules };
  }

  /** True if a rule can start here. At the start of a line, this also includes words that can't be variables. */
  private get startsRule(): boolean {
    return (
      this.isVariable ||
      (this.token.kind === 'name' &&
        this.atSection &&
        !this.is('package') &&
        !(this.isKeyword('if') || this.isKeyword('in') || this.isKeyword('every')))
    );
  }

  /** Skips to the next name at the start of a line in the column of rules. */
  private skipToRule(): void {
    const { index } = this;
    while (
      !this.atEnd &&
      !(
        this.index > index &&
        this.token.first &&
        this.token.kind === 'name' &&
        this.token.column <= this.brackets.column
      )
    )
      this.skipOne();
  }

  private defaultRule(): RegoRule {
    const { start } = this.advance();
    const headStart = this.token.start;
    const ref = this.startsRule && !(this.token.first && this.atSection) ? this.headRef() : this.name();
    let parameters: Variable[] | undefined;
    if (this.isSign('(')) {
      parameters = this.list(() => this.name(), formatAlternatives(['`,`', '`)`'])).items;
      const seen = new Set<string>();
      for (const parameter of parameters) {
        if (parameter.name !== '_' && seen.has(parameter.name))
          this.report(parameter, l10n.t`Duplicate parameter name.`);
        seen.add(parameter.name);
      }
    }
    let assigned: Assigned = { assign: undefined, value: undefined };
    const assign = this.is(':=') ? ':=' : this.is('=') ? '=' : undefined;
    if (assign === undefined) this.expected('`:=`');
    else {
      this.advance();
      assigned = { assign, value: this.nextRuleBegins() ? this.missing() : this.operand() };
    }
    const end = Math.max(this.readEnd, assigned.value?.end ?? 0);
    const head: RuleHead = {
      start: Math.min(headStart, ref.start),
      end,
      ref,
      parameters,
      contains: undefined,
      ...assigned,
    };
    this.endOfRule(assigned.value);
    return { start, end, isDefault: true, head, bodies: [] };
  }

  private rule(): RegoRule {
    const { start } = this.token;
    const { problems } = this;
    const before = problems.length;
    const head = this.head();
    const bodies = this.bodies();
    const end = Math.max(this.readEnd, head.end);
    if (this.demandsV1 && bodies.length === 0 && problems.length === before) this.demandBody(head);
    this.endOfRule(head.value ?? head.contains);
    return { start, end, isDefault: false, head, bodies };
  }

  /** Checks the end of a rule. On the same line, only another rule can follow. Any other text is reported only once. */
  private endOfRule(value: Term | undefined): void {
    if (this.atEnd || this.token.first || this.isVariable) return;
    this.expected(formatAlternatives([...(value === undefined ? ['`:=`', '`if`'] : []), l10n.t`a new line`]));
    while (!this.atEnd && !this.token.first) this.skipOne();
  }

  private head(): RuleHead {
    const { start } = this.token;
    const ref = this.headRef();
    let parameters: Term[] | undefined;
    let contains: Term | undefined;
    let assigned: Assigned = { assign: undefined, value: undefined };
    if (this.isSign('(')) {
      parameters = this.list(() => this.operand(), formatAlternatives(['`,`', '`)`'])).items;
      assigned = this.assigning();
    } else if (this.is('contains') && !this.startsSectionHere) {
      this.advance();
      contains = this.expression();
    } else assigned = this.assigning();
    const end = Math.max(this.readEnd, contains?.end ?? 0, assigned.value?.end ?? 0);
    return { start, end, ref, parameters, contains, ...assigned };
  }

  private get startsSectionHere(): boolean {
    return this.token.first && this.token.column <= this.brackets.column;
  }

  private headRef(): Variable | Ref {
    const { start } = this.token;
    const base = this.variable();
    if (this.demandsV1 && (base.name === 'input' || base.name === 'data'))
      this.report(base, l10n.t("`{0}` isn't a valid name.", base.name));
    const path: RefPart[] = [];
    while (this.isSign('.') || this.isSign('[')) {
      if (this.token.start !== this.readEnd)
        this.report(this.token, l10n.t`Remove the space before \`${this.token.text}\`.`);
      path.push(this.refPart(() => this.expression()));
    }
    return path.length === 0 ? base : { kind: 'ref', start, end: this.readEnd, base, path };
  }

  private assigning(): Assigned {
    const assign = this.is(':=') ? ':=' : this.is('=') ? '=' : undefined;
    if (assign === undefined) return { assign: undefined, value: undefined };
    this.advance();
    return { assign, value: this.nextRuleBegins() ? this.missing() : this.expression() };
  }

  /**
   * Returns whether the value is missing because the next line assigns a value to another rule. If so, reports the
   * missing value.
   */
  private nextRuleBegins(): boolean {
    const next = this.tokens[this.index + 1];
    if (
      !this.token.first ||
      this.token.kind !== 'name' ||
      this.token.column > this.brackets.column ||
      next === undefined
    )
      return false;
    if (next.kind !== 'symbol' || (next.text !== ':=' && next.text !== '=')) return false;
    this.expected(l10n.t`a value`);
    return true;
  }

  private bodies(): RuleBody[] {
    const bodies: RuleBody[] = [];
    const first = this.ifBody() ?? this.bracedBody(undefined);
    if (first === undefined) {
      if (this.is('else')) {
        this.expected(l10n.t`a body`);
        this.elseBodies(bodies);
      }
      return bodies;
    }
    bodies.push(first);
    let chained = false;
    while (this.isSign('{')) {
      chained = true;
      const query = this.bracedQuery();
      bodies.push({ ...none, start: query.start, end: query.end, query });
    }
    if (chained && this.is('else'))
      this.report(this.token, l10n.t("`else` can't follow a rule with more than one body, such as `{...} {...}`."));
    this.elseBodies(bodies);
    return bodies;
  }

  private ifBody(): RuleBody | undefined {
    if (!this.isKeyword('if')) return undefined;
    const { start, end } = this.advance();
    const query = this.queryOrStatement();
    return { ...none, start, end: Math.max(this.readEnd, query.end), ifWord: { start, end }, query };
  }

  private bracedBody(elseWord: Span | undefined): RuleBody | undefined {
    if (!this.isSign('{')) return undefined;
    const { start, end } = this.token;
    if (this.demandsV1)
      this.report(
        { start: elseWord?.start ?? start, end },
        l10n.t('A body requires `if` before it: `if {`. Otherwise, the engine rejects the policy.'),
        'if required',
      );
    const query = this.bracedQuery();
    return { ...none, start, end: query.end, query };
  }

  private elseBodies(bodies: RuleBody[]): void {
    let finished = false;
    while (this.isWord('else')) {
      if (finished) this.report(this.token, l10n.t('Only the last `else` can omit its body.'));
      const { start, end } = this.advance();
      const elseWord = { start, end };
      const assigned = this.assigning();
      const body = this.ifBody() ?? this.bracedBody(elseWord);
      if (body === undefined) {
        if (assigned.assign === undefined) this.expected(formatAlternatives([l10n.t`a value`, l10n.t`a body`]));
        finished = assigned.assign !== undefined;
      }
      const query: Query | undefined = body?.query;
      const until = Math.max(this.readEnd, assigned.value?.end ?? 0, query?.end ?? 0);
      bodies.push({ start, end: until, isElse: true, elseWord, ifWord: body?.ifWord, ...assigned, query });
      if (this.isSign('{')) {
        this.expected('`else`');
        this.bracedQuery();
      }
    }
  }

  private demandBody(head: RuleHead): void {
    if (head.assign !== undefined || head.contains !== undefined) return;
    const { ref } = head;
    if (head.parameters === undefined && ref.kind === 'ref' && ref.path.length === 1) {
      // The engine treats `p[x]` without a value as a partial set, also in v1.
      if (ref.path[0]?.dotted === true)
        this.report(head, l10n.t('A partial set requires `contains`: `p contains "a"`.'), 'contains required');
    } else this.report(head, l10n.t('A rule requires a value or a body: `:= true` or `if {...}`.'));
  }
}

const none = { isElse: false, elseWord: undefined, ifWord: undefined, assign: undefined, value: undefined } as const;
