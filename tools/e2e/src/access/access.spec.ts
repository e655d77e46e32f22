/** Who is let in where, and who is not. One platform serves all parts: a start costs seconds. */
import './route-matrix.part.js';
import './ids-of-others.part.js';
import './lost-access.part.js';
