/** The page begins here. */
import { render } from "preact";
import "./css/base.css";
import { App } from "./App";

const root = document.getElementById("page");
if (root) render(<App />, root);
