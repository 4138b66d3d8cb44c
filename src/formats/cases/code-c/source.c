/*
 * Roses.

 * A blank line within a comment.
 */
#include <stdio.h>

static int price(int kind)
{
    return kind == 0
        ? 9
        : 12;
}

// Prints.
int main(void) {
    printf("%d", price(0));

    return 0;
}
