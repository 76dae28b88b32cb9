import { render } from 'preact';
import { openDoor } from '#door';
import { App } from './App.jsx';
import { Engine } from './door/engine.js';
import '@sabaki/shudan/css/goban.css';
import './style.css';

render(<App engine={new Engine(openDoor())} />, document.getElementById('page'));
