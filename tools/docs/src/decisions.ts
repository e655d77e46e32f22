import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GENERATED, table } from './page.js';

const FOLDER = 'docs/decisions';

/** The sections of the table, in this order. */
const TOPICS = [
  'Services',
  'Database',
  'Gateway',
  'API',
  'Events',
  'Access',
  'Accounts',
  'Quests',
  'Points',
  'Exports',
  'Files',
  'Notifications',
  'Third parties',
  'Secrets',
  'Operations',
  'Contracts',
  'Development',
];

const RECORD = /^# (?<number>\d{3}) (?<title>.+)\n\nTopic: (?<topic>.+)\n/;

/**
 * docs/decisions/README.md: every record of the folder by topic. A record begins with the lines `# NNN Title`, a blank
 * one and `Topic: <topic>`.
 */
export async function decisionsPage(): Promise<string> {
  const files = (await readdir(FOLDER)).filter((file) => file !== 'README.md').sort();
  const records = await Promise.all(files.map(readRecord));
  const sections = TOPICS.map((topic) => {
    const rows = records
      .filter((record) => record.topic === topic)
      .map(({ number, file, title }) => [`[${number}](${file})`, title]);
    return `| **${topic}** | |\n${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`;
  });
  return `${GENERATED}

# Decisions

One short record for each choice of which a real alternative was rejected: what was chosen, why, and what it costs. A record says what holds now; a later choice about the same question changes it. What only describes behaviour is in the page of its service in \`docs/services\` or in a guide.

${table(['No', 'Decision'], [])}
${sections.join('\n')}
`;
}

async function readRecord(file: string) {
  const found = RECORD.exec(await readFile(join(FOLDER, file), 'utf8'))?.groups;
  const { number = '', title = '', topic = '' } = found ?? {};
  if (!file.startsWith(`${number}-`) || !TOPICS.includes(topic)) {
    throw new Error(
      `${FOLDER}/${file} must begin with "# ${file.slice(0, 3)} <title>", a blank line and "Topic: <topic>", one of ${TOPICS.join(', ')}`,
    );
  }
  return { file, number, title, topic };
}
