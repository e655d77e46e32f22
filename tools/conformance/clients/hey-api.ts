import { discoverQuests, getProject, listSignInMethods } from './client/index.js';

const { API_URL: baseUrl = '', API_TOKEN, PROJECT_ID: projectId = '', PROJECT_SLUG: projectSlug = '' } = process.env;

const methods = await listSignInMethods({ baseUrl, throwOnError: true });
const quests = await discoverQuests({ baseUrl, query: { projectSlug }, throwOnError: true });
const headers = { authorization: `Bearer ${API_TOKEN}` };
const project = await getProject({ baseUrl, path: { projectId }, headers, throwOnError: true });

console.log(
  JSON.stringify({
    methods: methods.data.methods.map(({ id }) => id),
    quests: quests.data.items.map(({ title }) => title),
    project: project.data.name,
  }),
);
