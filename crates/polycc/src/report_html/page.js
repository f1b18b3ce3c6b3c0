// Buttons to copy what stands beside them: without scripts there are none, and text can be selected.
if (navigator.clipboard) {
    for (const text of document.querySelectorAll("pre[data-copy]")) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = "Copy";
        button.setAttribute("aria-label", "Copy " + text.dataset.copy);
        button.addEventListener("click", () => {
            navigator.clipboard.writeText(text.textContent).then(
                () => { button.textContent = "Copied"; },
                () => { getSelection().selectAllChildren(text); button.textContent = "Selected"; });
        });
        text.previousElementSibling.append(" ", button);
    }
}
