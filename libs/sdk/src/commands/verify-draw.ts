#!/usr/bin/env node
import { runVerifyDraw } from './run-verify-draw.js';

const { report, exitCode } = await runVerifyDraw(process.argv.slice(2));
process.stdout.write(report);
process.exitCode = exitCode;
