/** An event in Schemathesis's report, by name. */
export type Line = Record<string, unknown> & { ScenarioFinished?: Scenario; NonFatalError?: Untried };

interface Scenario {
  recorder: {
    label: string;
    checks: Record<string, Check[]> | null;
    interactions: Record<string, Interaction> | null;
  };
}

interface Check {
  failure_info?: { failure: { title: string; message: string } };
}

interface Interaction {
  request: { method: string; uri: string; headers: Record<string, string[]>; body: Encoded | null };
  response: { status_code: number; content?: Encoded | null } | null;
}

interface Encoded {
  $base64: string;
}

interface Untried {
  label: string;
  value: { message: string };
}

export interface Report {
  requests: number;
  /** Operations that answered with a success at least once. */
  answered: number;
  /** One per check and message, with the shortest request that shows it. */
  findings: string[];
}

interface Finding {
  what: string;
  operations: Set<string>;
  shown: string;
}

export async function readReport(lines: AsyncIterable<Line>): Promise<Report> {
  const answered = new Set<string>();
  const findings = new Map<string, Finding>();
  let requests = 0;
  const note = (what: string, operation: string, shown: string) => {
    const { operations, shown: before } = findings.get(what) ?? { operations: new Set<string>(), shown };
    const shortest = shown.length < before.length ? shown : before;
    findings.set(what, { what, operations: operations.add(operation), shown: shortest });
  };
  for await (const { ScenarioFinished, NonFatalError } of lines) {
    if (NonFatalError) note(`not tried: ${NonFatalError.value.message}`, NonFatalError.label, '');
    if (ScenarioFinished === undefined) continue;
    const { label, checks, interactions } = ScenarioFinished.recorder;
    for (const [id, interaction] of Object.entries(interactions ?? {})) {
      requests += 1;
      const status = interaction.response?.status_code ?? 0;
      // Schemathesis also tries other methods.
      const isOwn = label.startsWith(`${interaction.request.method} `);
      if (isOwn && status >= 200 && status < 300) answered.add(label);
      for (const { failure_info: info } of checks?.[id] ?? []) {
        if (info === undefined) continue;
        const { title, message } = info.failure;
        note(`${title}. ${message.slice(0, 600).replaceAll(/\s+/g, ' ')}`, label, shownBy(interaction));
      }
    }
  }
  return { requests, answered: answered.size, findings: [...findings.values()].map(lineOf) };
}

/** Operations that a finding names; the others are counted. */
const MAX_NAMED = 3;

function lineOf({ what, operations, shown }: Finding): string {
  const named = [...operations].slice(0, MAX_NAMED).join(', ');
  const more = operations.size > MAX_NAMED ? ` and ${operations.size - MAX_NAMED} more` : '';
  return [`${what} (${named}${more})`, ...(shown === '' ? [] : [shown])].join('\n');
}

const shownBy = ({ request, response }: Interaction): string =>
  [
    `  ${curl(request)}`,
    ...(response === null ? [] : [`  ${response.status_code} ${decode(response.content).slice(0, 400)}`]),
  ].join('\n');

const decode = (encoded: Encoded | null | undefined): string =>
  encoded ? Buffer.from(encoded.$base64, 'base64').toString() : '';

/** Headers that curl sends by itself, or that say nothing. */
const USUAL = ['accept', 'accept-encoding', 'connection', 'content-length', 'user-agent', 'x-schemathesis-testcaseid'];

function curl({ method, uri, headers, body }: Interaction['request']): string {
  const sent = Object.entries(headers)
    .filter(([name]) => !USUAL.includes(name.toLowerCase()))
    .flatMap(([name, values]) => values.map((value) => `-H ${quote(`${name}: ${value}`)}`));
  const data = body ? [`--data-raw ${quote(decode(body))}`] : [];
  return ['curl', '-X', method, ...sent, ...data, quote(uri)].join(' ').slice(0, 4_000);
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
